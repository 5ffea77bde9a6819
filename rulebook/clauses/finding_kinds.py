"""What each finding code means: how bad it is, what its cause is, and what to do.

The reference pages (``docs/findings.md``, ``docs/findings.ja.md``), the website and the JSON of
``rulebook check`` all take it from here.
"""

from __future__ import annotations

from enum import StrEnum

from rulebook.clauses.model import FindingCode
from rulebook.records import dataclass


class Severity(StrEnum):
    """How much a finding takes from somebody who wants to cite the rules."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


SEVERITIES = {
    Severity.ERROR: (
        "Something is missing, leads nowhere or is not used: look it up elsewhere.",
        "失われたもの、行き先のないもの、使われないものがある。ほかで確かめる。",
    ),
    Severity.WARNING: (
        "What is printed is wrong or doubtful: compare before you cite.",
        "印刷が誤っているか、疑わしい。引用する前に見比べる。",
    ),
    Severity.NOTE: (
        "It is plain what is meant, and Rulebook has read it so.",
        "意味するところは明らかで、Rulebookはそのように読んでいる。",
    ),
}
"""What each severity means, in English and in Japanese."""


@dataclass(frozen=True, slots=True)
class FindingKind:
    """What a finding code stands for, in Japanese and in English.

    ``title`` is its name for readers; the English name is the code.
    """

    severity: Severity
    title: str
    cause: str
    cause_en: str
    advice: str
    advice_en: str


FINDING_KINDS = {
    FindingCode.DANGLING_REFERENCE: FindingKind(
        severity=Severity.ERROR,
        title="行き先のない参照",
        cause="参照が、文書にない条文、見出し、箇所を指している。",
        cause_en=(
            "A reference names a clause, a heading or a place that the document does not have."
        ),
        advice=(
            "参照はどこにもつながりません。公開されている文書や前後の条文から、本来の参照先"
            "を探してください。"
        ),
        advice_en=(
            "Look for what was meant in the published document or in the neighbouring "
            "clauses; the reference leads nowhere."
        ),
    ),
    FindingCode.CORRECTED_REFERENCE: FindingKind(
        severity=Severity.NOTE,
        title="読み替えた参照",
        cause=(
            "印刷されたままでは参照が誤っているが、何を指すかは明らかである（番号の一部の違"
            "い、見出しの表記の違い、前にあるものを「後述」とする、など）。"
        ),
        cause_en=(
            "A reference is wrong as printed, but it is plain what is meant: one part of "
            "the number is off, a heading is spelt differently, 後述 points back."
        ),
        advice=(
            "参照はメッセージに示した条文につなぎ、印刷された語句はそのまま残しています。引"
            "用する前に両方を見比べてください。"
        ),
        advice_en=(
            "The reference leads to the clause named in the message; the printed words are "
            "kept. Compare both before you cite."
        ),
    ),
    FindingCode.DUPLICATE_NUMBER: FindingKind(
        severity=Severity.ERROR,
        title="番号の重複",
        cause="同じ条文番号が二度印刷されている。",
        cause_en="The document prints the same clause number twice.",
        advice=(
            "1つの条文にまとめています。本文が異なる場合は両方を残しているので、両方を読ん"
            "でください。"
        ),
        advice_en=(
            "The clause stands once. Where the texts differ, both are kept under the "
            "number: read both."
        ),
    ),
    FindingCode.NUMBER_GAP: FindingKind(
        severity=Severity.WARNING,
        title="番号の飛び",
        cause="同じ親の下で番号が飛んでいる。",
        cause_en="A number is skipped between two clauses of the same parent.",
        advice=(
            "公開されている文書と見比べてください。元の文書で削除されたか、テキスト化の際に"
            "失われた可能性があります。"
        ),
        advice_en=(
            "Compare with the published document: the clause may have been dropped there, "
            "or lost on the way to text."
        ),
    ),
    FindingCode.LOST_NUMBER: FindingKind(
        severity=Severity.ERROR,
        title="読めない番号",
        cause="条文の途中の行が、どの条文のものでもない番号のような字で始まっている。",
        cause_en=(
            "A line inside a clause begins with what looks like a number that no clause has."
        ),
        advice=(
            "テキストの番号を直すか、お知らせください。そこから始まる条文が、前の条文の一部"
            "になっています。"
        ),
        advice_en=(
            "Correct the number in the text, or report it: the clause that begins there is "
            "part of the one before."
        ),
    ),
    FindingCode.MISSING_PARENT: FindingKind(
        severity=Severity.NOTE,
        title="印刷されていない親",
        cause="下位の条文はあるのに、その親の番号が印刷されていない。",
        cause_en="Clauses are printed under a number that is not printed itself.",
        advice=(
            '代わりに空の条文（`"printed": false`）を置いています。引用するときは下位の条文'
            "を挙げてください。"
        ),
        advice_en=(
            'An empty clause with `"printed": false` takes its place. Cite the clauses below it.'
        ),
    ),
    FindingCode.OUT_OF_ORDER: FindingKind(
        severity=Severity.NOTE,
        title="順序の乱れ",
        cause="条文が、番号の示す位置とは違う場所に印刷されている。",
        cause_en="A clause is printed away from the place that its number gives it.",
        advice="番号どおりの位置に戻しています。原文を確かめるときは、示された行を見てください。",
        advice_en=(
            "It has been put where its number belongs. When you read the source, look at "
            "the line given."
        ),
    ),
    FindingCode.TRUNCATED: FindingKind(
        severity=Severity.ERROR,
        title="途切れた文",
        cause="条文が文の途中で切れている。",
        cause_en="The text of a clause stops in the middle of a sentence.",
        advice=(
            "続きは公開されている文書で確かめてください。Rulebookが補うことはありません。続"
            "きが最初の条文より前に残っていれば、`move` の補修を加えてください（"
            "CONTRIBUTING.mdを参照）。"
        ),
        advice_en=(
            "Take the rest from the published document; Rulebook does not make it up. If "
            "it stands in the file before the first clause, add a repair of kind `move` "
            "(see CONTRIBUTING.md)."
        ),
    ),
    FindingCode.ORPHAN_TEXT: FindingKind(
        severity=Severity.ERROR,
        title="離れた断片",
        cause="最初の条文より前に、どの条文にも属さない文がある。",
        cause_en="A sentence stands before the first clause and belongs to none.",
        advice=(
            "「戻した」とあれば対処は不要です。そうでなければ、属する条文を調べて `move` の"
            "補修を加えてください。"
        ),
        advice_en=(
            "If the message says that it was moved back, nothing. Otherwise find its "
            "clause and add a repair of kind `move`."
        ),
    ),
    FindingCode.EMPTY_CLAUSE: FindingKind(
        severity=Severity.ERROR,
        title="本文のない条文",
        cause="番号だけがあり、本文がない。",
        cause_en="A number is printed with nothing after it.",
        advice="引用できるのは番号だけです。新しい版に本文がないか確かめてください。",
        advice_en=(
            "Nothing can be cited but the number; see whether a newer edition has the text."
        ),
    ),
    FindingCode.BROKEN_FIELD: FindingKind(
        severity=Severity.ERROR,
        title="壊れた差し込み",
        cause="ワープロの相互参照が参照先を失い、エラーの文言が印刷されている。",
        cause_en=(
            "A cross-reference of the word processor lost its target and an error text was "
            "printed instead."
        ),
        advice="公開されている文書や前後の条文から、本来の参照先を探してください。",
        advice_en=(
            "Look for the clause that was meant in the published document or in the "
            "neighbouring clauses."
        ),
    ),
    FindingCode.LOST_CHARACTER: FindingKind(
        severity=Severity.ERROR,
        title="失われた文字",
        cause="文書を変換したときに読めなかった文字が「\ufffd」になっている。",
        cause_en="Characters that could not be read when the document was converted are “\ufffd”.",
        advice="元の文書から、文字コードを指定して変換し直してください。",
        advice_en="Convert the original document again, and name its encoding.",
    ),
    FindingCode.LOST_ICON: FindingKind(
        severity=Severity.ERROR,
        title="抜け落ちたアイコン",
        cause="テキスト化の際にアイコンが失われ、文に欠けた箇所がある。",
        cause_en="An icon was lost on the way to text; the sentence shows the hole.",
        advice="公開されている文書でアイコンを確かめてください。",
        advice_en="Look the icon up in the published document.",
    ),
    FindingCode.TITLE_MISMATCH: FindingKind(
        severity=Severity.WARNING,
        title="見出しの食い違い",
        cause="目次、または別の条文からの参照で、条文が見出しとは違う名前で呼ばれている。",
        cause_en=(
            "The table of contents, or a clause that refers to another, calls a clause by "
            "another title than its heading."
        ),
        advice=(
            "見出しのほうに従ってください。参照の場合は、番号と名前のどちらが誤りかを確かめ"
            "てください。"
        ),
        advice_en=(
            "Go by the heading. Where a reference is concerned, check whether its number "
            "or its name is the slip."
        ),
    ),
    FindingCode.UNBALANCED_BRACKET: FindingKind(
        severity=Severity.WARNING,
        title="かっこの不一致",
        cause="対になっていない括弧や引用符がある。",
        cause_en="A bracket or quotation mark has no partner.",
        advice=(
            "本文は印刷されたままです。引用がどこから始まり、どこで終わるかに注意してください。"
        ),
        advice_en="The text is kept as printed. Take care where the quotation begins or ends.",
    ),
    FindingCode.WRONG_BRACKET: FindingKind(
        severity=Severity.WARNING,
        title="かっこの種類違い",
        cause=(
            "括弧の形が、本文での呼び名と違う（「丸括弧」とありながら [] が印刷されている、など）。"
        ),
        cause_en=(
            "A bracket is printed in another shape than the text calls it, for example "
            "`[]` where it says 丸括弧."
        ),
        advice="呼び名のほうに従い、公開されている文書と見比べてください。",
        advice_en="Go by the name, and compare with the published document.",
    ),
    FindingCode.INCONSISTENT_TERM: FindingKind(
        severity=Severity.NOTE,
        title="書き方の揺れ",
        cause="同じ語が2通りに書かれている。指摘は少ないほうの表記に付く。",
        cause_en="The document spells one word in two ways; this is the rarer one.",
        advice=(
            "もう一方の表記として読んでください。本文は印刷されたままです。検索するときは両"
            "方を試してください。"
        ),
        advice_en=(
            "Read it as the other spelling; the text is kept as printed. When you search, try both."
        ),
    ),
    FindingCode.MISPRINT: FindingKind(
        severity=Severity.WARNING,
        title="誤植",
        cause="通読で見つかった誤植（字の誤りや脱落）。",
        cause_en="A slip of the pen that was found in reading: a wrong or missing character.",
        advice="正しい語として読んでください。本文は印刷されたままです。",
        advice_en="Read it as what is meant; the text is kept as printed.",
    ),
    FindingCode.STRAY_MARKUP: FindingKind(
        severity=Severity.NOTE,
        title="残った強調の印",
        cause="文字を強調する印「**」が、テキスト化の際に文字として残っている。",
        cause_en="A sign of emphasis (`**`) was left in the text as characters.",
        advice=(
            "印を除いて読んでください。本文は印刷されたままです。印で挟まれた語は、元の文書では"
            "太字やアイコンで示されています。"
        ),
        advice_en=(
            "Read the words without it; the text is kept as printed. What stands between two "
            "signs is bold, or an icon, in the published document."
        ),
    ),
    FindingCode.ODD_HISTORY: FindingKind(
        severity=Severity.NOTE,
        title="改訂履歴の乱れ",
        cause="改訂履歴の日付が読み取れないか、並び順に合わない。",
        cause_en=(
            "A date in the change history cannot be read, or runs against the order of the entries."
        ),
        advice="履歴は印刷されたとおりに残しています。その日付だけを根拠にしないでください。",
        advice_en="The entry is kept as printed. Do not rely on its date alone.",
    ),
    FindingCode.STALE_REPAIR: FindingKind(
        severity=Severity.ERROR,
        title="合わなくなった修正",
        cause=(
            "edition.toml の補修が指す行が、書かれた文字列で始まっていない。補修は行われていない。"
        ),
        cause_en=(
            "A repair in `edition.toml` names a line that does not begin as it says. The "
            "repair was not made."
        ),
        advice="`line` と `starts` を直すか、補修を削除してください。",
        advice_en="Correct `line` and `starts`, or remove the repair.",
    ),
    FindingCode.STALE_MAPPING: FindingKind(
        severity=Severity.ERROR,
        title="版に合わない対応",
        cause=(
            "ゲームの表（terms.toml・concepts.toml・players.toml・cards.toml）が、"
            "この版にない条文番号を挙げているか、別の版のもの。その部分は使われない。"
        ),
        cause_en=(
            "A table of the game (`terms.toml`, `concepts.toml`, `players.toml`, "
            "`cards.toml`) names a clause that this edition does not have, or belongs to "
            "another edition. What it says there is not used."
        ),
        advice="示された行の番号を直すか、表をこの版に合わせてください。",
        advice_en=(
            "Correct the number in the line that is named, or carry the table to the edition."
        ),
    ),
}
