"""How the verbs of card texts are conjugated, in both directions."""

from __future__ import annotations

from functools import cache

from rulebook.cards.tree.verbs import Form, Verb

# The stem row of a consonant verb before ない, ます, る, ば and て: 置か 置き 置く 置け 置い.
_ROWS = {
    "く": ("か", "き", "け", "い", "て", "た"),
    "す": ("さ", "し", "せ", "し", "て", "た"),
    "む": ("ま", "み", "め", "ん", "で", "だ"),
    "ぐ": ("が", "ぎ", "げ", "い", "で", "だ"),
    "ぶ": ("ば", "び", "べ", "ん", "で", "だ"),
    "う": ("わ", "い", "え", "っ", "て", "た"),
    "つ": ("た", "ち", "て", "っ", "て", "た"),
    "る": ("ら", "り", "れ", "っ", "て", "た"),
}
# Verbs in る that change like 払う, not like 見る; a game may add to them.
_CONSONANT_RU = {Verb.TURN_UP, Verb.RETURN_ITSELF, Verb.EXIST}


def conjugate(verb: Verb, form: Form) -> str:
    """Return ``verb`` in ``form``: 置く and PAST_PASSIVE give 置かれた."""
    return _forms(verb)[form]


def recognise(surface: str) -> tuple[Verb, Form] | None:
    """Return the verb and form that ``surface`` is, or ``None`` for a word that is neither."""
    return _SURFACES.get(surface)


def learn(verb: Verb, *, consonant: bool = False) -> None:
    """Make the forms of ``verb`` known; ``consonant`` for one that changes as 取る does."""
    if consonant:
        _CONSONANT_RU.add(verb)
    for form, surface in _forms(verb).items():
        _SURFACES.setdefault(surface, (verb, form))


_SURFACES: dict[str, tuple[Verb, Form]] = {}


@cache
def _forms(verb: Verb) -> dict[Form, str]:
    if verb is Verb.EQUAL:
        return {Form.PLAIN: "等しい"}
    stem, ending = verb.value[:-1], verb.value[-1]
    if verb.value.endswith("する"):
        forms = _suru(verb.value[:-2])
    elif ending == "る" and verb not in _CONSONANT_RU:
        forms = _forms_of(stem, stem, stem, stem + "られ", stem + "られ", stem + "て", stem + "た")
    else:
        a, i, e, t, te, ta = _ROWS[ending]
        before_te = stem + t
        forms = _forms_of(
            stem + a, stem + i, stem + a, stem + a + "れ", stem + e, before_te + te, before_te + ta
        )
    forms[Form.PLAIN] = verb.value
    if verb is Verb.EXIST:
        forms[Form.NOT] = "ない"
    return forms


def _suru(noun: str) -> dict[Form, str]:
    return _forms_of(
        noun + "し",
        noun + "し",
        noun + "せ",
        noun + "され",
        noun + "でき",
        noun + "して",
        noun + "した",
    )


def _forms_of(
    nai: str, joining: str, zu: str, passive: str, can: str, te: str, ta: str
) -> dict[Form, str]:
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
    }


for _verb in Verb:
    learn(_verb)
