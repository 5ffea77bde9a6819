"""How the verbs of card texts are conjugated, in both directions: 置く is “put”."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulebook.cards.tree.verbs import Form, Verb

VerbForms = Mapping[str, tuple[Verb, Form]]
"""The verb and form of each written form: 置かれた is 置く in the past passive."""


def conjugate(verb: Verb, form: Form) -> str:
    """Return ``verb`` in ``form``: 置く and PAST_PASSIVE give 置かれた. Trees have the verb and its
    form; printing and the grammar need the words. An elided verb (“1 from hand,”) has no words."""
    if form is Form.ELIDED:
        return ""
    endings = ENDINGS[verb.row]
    return verb.value.removesuffix(endings[Form.PLAIN]) + endings[form]


def verb_of(stem: str, row: str) -> Verb:
    """Return the verb with ``stem`` in ``row``: 置 in K is 置く. Grammars list only stems."""
    return Verb(stem + ENDINGS[row][Form.PLAIN], row)


def forms_of(verbs: Iterable[Verb]) -> VerbForms:
    """Return all written forms of ``verbs``, each with its verb and form. The parser reads a form
    as one word and looks up its verb here; of two verbs written alike, it gets the first."""
    surfaces: dict[str, tuple[Verb, Form]] = {}
    for verb in verbs:
        for form in ENDINGS[verb.row]:
            surfaces.setdefault(conjugate(verb, form), (verb, form))
    return surfaces


def _endings_of_row(
    plain: str, nai: str, joining: str, zu: str, passive: str, can: str, te: str, ta: str
) -> dict[Form, str]:
    """Return the ending of each form in a row of conjugation, so that a row states only its stems
    (``nai`` before ない, not). Of two forms that are one word, the likelier is first, and used."""
    return {
        Form.JOINING: joining,
        Form.JOINING_NOT: zu + "ず",
        Form.JOINING_CANNOT: can + "ず",
        Form.JOINING_PASSIVE: passive,
        Form.JOINING_PASSIVE_NOT: passive + "ず",
        Form.JOINING_CAN: can,
        Form.TE: te,
        Form.TE_PASSIVE: passive + "て",
        Form.TE_NOT: zu + "ずに",
        Form.PASSIVE: passive + "る",
        Form.CAN: can + "る",
        Form.ONGOING: te + "いる",
        Form.ONGOING_NOT: te + "いない",
        Form.ONGOING_PASSIVE: passive + "ている",
        Form.ONGOING_PASSIVE_NOT: passive + "ていない",
        Form.TE_ONGOING: te + "いて",
        Form.NOT: nai + "ない",
        Form.UNLESS: nai + "なければ",
        Form.PASSIVE_NOT: passive + "ない",
        Form.CANNOT: can + "ない",
        Form.PAST: ta,
        Form.PAST_PASSIVE: passive + "た",
        Form.PAST_NOT: nai + "なかった",
        Form.PAST_PASSIVE_NOT: passive + "なかった",
        Form.PLAIN: plain,
    }


# By row: the plain ending, what comes before ない, ます, ず, る (passive, can) and いる; the past.
ENDINGS: Mapping[str, Mapping[Form, str]] = {
    "K": _endings_of_row("く", "か", "き", "か", "かれ", "け", "いて", "いた"),
    "G": _endings_of_row("ぐ", "が", "ぎ", "が", "がれ", "げ", "いで", "いだ"),
    "S": _endings_of_row("す", "さ", "し", "さ", "され", "せ", "して", "した"),
    "T": _endings_of_row("つ", "た", "ち", "た", "たれ", "て", "って", "った"),
    "B": _endings_of_row("ぶ", "ば", "び", "ば", "ばれ", "べ", "んで", "んだ"),
    "M": _endings_of_row("む", "ま", "み", "ま", "まれ", "め", "んで", "んだ"),
    "R": _endings_of_row("る", "ら", "り", "ら", "られ", "れ", "って", "った"),
    "U": _endings_of_row("う", "わ", "い", "わ", "われ", "え", "って", "った"),
    "E": _endings_of_row("る", "", "", "", "られ", "られ", "て", "た"),
    "I": _endings_of_row("る", "", "", "", "られ", "られ", "て", "た"),
    "SURU": _endings_of_row("する", "し", "し", "せ", "され", "でき", "して", "した"),
    "ARU": _endings_of_row("ある", "あら", "あり", "あら", "あられ", "あれ", "あって", "あった")
    | {Form.NOT: "ない", Form.JOINING_NOT: "なく"},
}
"""The rows of conjugation; a grammar has the stems of each in the terminal ``_K``, ``_S`` …"""

ALONE = (verb_of("", "SURU"), verb_of("", "ARU"))
"""する and ある, which have no stem that a row could list; every game has them."""
