"""What each finding code means: how bad it is, what its cause is, and what to do.

The reference pages (``docs/findings.md``, ``docs/findings.ja.md``), the website and the JSON of
``rulebook check`` all take it from here.
"""

from __future__ import annotations

from enum import StrEnum

from rulebook.clauses.model import FindingCode
from rulebook.messages import translations
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
    """What a finding code stands for, in Japanese; ``locale/en.po`` has the English.

    ``title`` is its name for readers; the English name is the code.
    """

    severity: Severity
    title: str
    cause: str
    advice: str

    @property
    def cause_en(self) -> str:
        """The cause in English."""
        return translations("en")[self.cause]

    @property
    def advice_en(self) -> str:
        """The advice in English."""
        return translations("en")[self.advice]


FINDING_KINDS = {
    FindingCode.DANGLING_REFERENCE: FindingKind(
        Severity.ERROR,
        title="行き先のない参照",
        cause="参照が、文書にない条文、見出し、箇所を指している。",
        advice=(
            "参照はどこにもつながりません。公開されている文書や前後の条文から、本来の参照先を探して"
            "ください。"
        ),
    ),
    FindingCode.CORRECTED_REFERENCE: FindingKind(
        Severity.NOTE,
        title="読み替えた参照",
        cause=(
            "印刷されたままでは参照が誤っているが、何を指すかは明らかである（番号の一部の違い、見出"
            "しの表記の違い、前にあるものを「後述」とする、など）。"
        ),
        advice=(
            "参照はメッセージに示した条文につなぎ、印刷された語句はそのまま残しています。引用する前"
            "に両方を見比べてください。"
        ),
    ),
    FindingCode.DUPLICATE_NUMBER: FindingKind(
        Severity.ERROR,
        title="番号の重複",
        cause="同じ条文番号が二度印刷されている。",
        advice=(
            "1つの条文にまとめています。本文が異なる場合は両方を残しているので、両方を読んでくださ"
            "い。"
        ),
    ),
    FindingCode.NUMBER_GAP: FindingKind(
        Severity.WARNING,
        title="番号の飛び",
        cause="同じ親の下で番号が飛んでいる。",
        advice=(
            "公開されている文書と見比べてください。元の文書で削除されたか、テキスト化の際に失われた"
            "可能性があります。"
        ),
    ),
    FindingCode.LOST_NUMBER: FindingKind(
        Severity.ERROR,
        title="読めない番号",
        cause="条文の途中の行が、どの条文のものでもない番号のような字で始まっている。",
        advice=(
            "テキストの番号を直すか、お知らせください。そこから始まる条文が、前の条文の一部になって"
            "います。"
        ),
    ),
    FindingCode.MISSING_PARENT: FindingKind(
        Severity.NOTE,
        title="印刷されていない親",
        cause="下位の条文はあるのに、その親の番号が印刷されていない。",
        advice=(
            '代わりに空の条文（`"printed": false`）を置いています。引用するときは下位の条文を挙げ'
            "てください。"
        ),
    ),
    FindingCode.OUT_OF_ORDER: FindingKind(
        Severity.NOTE,
        title="順序の乱れ",
        cause="条文が、番号の示す位置とは違う場所に印刷されている。",
        advice="番号どおりの位置に戻しています。原文を確かめるときは、示された行を見てください。",
    ),
    FindingCode.TRUNCATED: FindingKind(
        Severity.ERROR,
        title="途切れた文",
        cause="条文が文の途中で切れている。",
        advice=(
            "続きは公開されている文書で確かめてください。Rulebookが補うことはありません。続きが最初"
            "の条文より前に残っていれば、`move` の補修を加えてください（CONTRIBUTING.mdを参照）。"
        ),
    ),
    FindingCode.ORPHAN_TEXT: FindingKind(
        Severity.ERROR,
        title="離れた断片",
        cause="最初の条文より前に、どの条文にも属さない文がある。",
        advice=(
            "「戻した」とあれば対処は不要です。そうでなければ、属する条文を調べて `move` の補修を加"
            "えてください。"
        ),
    ),
    FindingCode.EMPTY_CLAUSE: FindingKind(
        Severity.ERROR,
        title="本文のない条文",
        cause="番号だけがあり、本文がない。",
        advice="引用できるのは番号だけです。新しい版に本文がないか確かめてください。",
    ),
    FindingCode.BROKEN_FIELD: FindingKind(
        Severity.ERROR,
        title="壊れた差し込み",
        cause="ワープロの相互参照が参照先を失い、エラーの文言が印刷されている。",
        advice="公開されている文書や前後の条文から、本来の参照先を探してください。",
    ),
    FindingCode.LOST_CHARACTER: FindingKind(
        Severity.ERROR,
        title="失われた文字",
        cause="文書を変換したときに読めなかった文字が「�」になっている。",
        advice="元の文書から、文字コードを指定して変換し直してください。",
    ),
    FindingCode.LOST_ICON: FindingKind(
        Severity.ERROR,
        title="抜け落ちたアイコン",
        cause="テキスト化の際にアイコンが失われ、文に欠けた箇所がある。",
        advice="公開されている文書でアイコンを確かめてください。",
    ),
    FindingCode.TITLE_MISMATCH: FindingKind(
        Severity.WARNING,
        title="見出しの食い違い",
        cause="目次、または別の条文からの参照で、条文が見出しとは違う名前で呼ばれている。",
        advice=(
            "見出しのほうに従ってください。参照の場合は、番号と名前のどちらが誤りかを確かめてくださ"
            "い。"
        ),
    ),
    FindingCode.UNBALANCED_BRACKET: FindingKind(
        Severity.WARNING,
        title="かっこの不一致",
        cause="対になっていない括弧や引用符がある。",
        advice="本文は印刷されたままです。引用がどこから始まり、どこで終わるかに注意してください。",
    ),
    FindingCode.WRONG_BRACKET: FindingKind(
        Severity.WARNING,
        title="かっこの種類違い",
        cause=(
            "括弧の形が、本文での呼び名と違う（「丸括弧」とありながら [] が印刷されている、など）。"
        ),
        advice="呼び名のほうに従い、公開されている文書と見比べてください。",
    ),
    FindingCode.INCONSISTENT_TERM: FindingKind(
        Severity.NOTE,
        title="書き方の揺れ",
        cause="同じ語が2通りに書かれている。指摘は少ないほうの表記に付く。",
        advice=(
            "もう一方の表記として読んでください。本文は印刷されたままです。検索するときは両方を試し"
            "てください。"
        ),
    ),
    FindingCode.MISPRINT: FindingKind(
        Severity.WARNING,
        title="誤植",
        cause="通読で見つかった誤植（字の誤りや脱落）。",
        advice="正しい語として読んでください。本文は印刷されたままです。",
    ),
    FindingCode.STRAY_MARKUP: FindingKind(
        Severity.NOTE,
        title="残った強調の印",
        cause="文字を強調する印「**」が、テキスト化の際に文字として残っている。",
        advice=(
            "印を除いて読んでください。本文は印刷されたままです。印で挟まれた語は、元の文書では太字"
            "やアイコンで示されています。"
        ),
    ),
    FindingCode.ODD_HISTORY: FindingKind(
        Severity.NOTE,
        title="改訂履歴の乱れ",
        cause="改訂履歴の日付が読み取れないか、並び順に合わない。",
        advice="履歴は印刷されたとおりに残しています。その日付だけを根拠にしないでください。",
    ),
    FindingCode.STALE_REPAIR: FindingKind(
        Severity.ERROR,
        title="合わなくなった修正",
        cause=(
            "edition.toml の補修が指す行が、書かれた文字列で始まっていない。補修は行われていない。"
        ),
        advice="`line` と `starts` を直すか、補修を削除してください。",
    ),
    FindingCode.STALE_MAPPING: FindingKind(
        Severity.ERROR,
        title="版に合わない対応",
        cause=(
            "ゲームの表（terms.toml・concepts.toml・players.toml・cards.toml）が、この版にない条文"
            "番号を挙げているか、別の版のもの。その部分は使われない。"
        ),
        advice="示された行の番号を直すか、表をこの版に合わせてください。",
    ),
}
