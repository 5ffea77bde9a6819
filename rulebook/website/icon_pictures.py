"""Pictures for lost icons: simple drawings of our own, where the rules say which icon it is."""

from __future__ import annotations

from markupsafe import Markup

# Lines on a square of 24; an icon without a drawing of its own is a frame.
_DRAWINGS = {
    "ソウル": "M12 20C4 14 4 6 8.5 6 11 6 12 9 12 9s1-3 3.5-3C20 6 20 14 12 20Z",
    "リターン": "M5 9h9a5 5 0 0 1 0 10H8M9 5 5 9l4 4",
    "プール": "M5 9h14v9H5ZM7 6h10M9 3h6",
    "カムバック": "M4 20h16M12 16V4M7 9l5-5 5 5",
    "ドロー": "M5 4h9v16H5ZM18 9v6M15 12h6",
    "ショット": "M13 3 6 13h5l-1 8 8-11h-6Z",
    "トレジャー": "M6 4h12l3 5-9 11L3 9ZM3 9h18",
    "ゲート": "M5 20V10a7 7 0 0 1 14 0v10M9 20V11a3 3 0 0 1 6 0v9M3 20h18",
    "スタンバイ": "M7 4v16l12-8Z",
    "チョイス": "M12 21v-7M12 14 5 5M12 14l7-9M5 10V5h5M14 5h5v5",
    "チャンス": "M12 3l2.6 5.8 6.4.700-4.8 4.2 1.4 6.3-5.6-3.3-5.6 3.3 1.4-6.3L3 9.5l6.4-.7Z",
    "ディスカバリー": "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM14.5 14.5 21 21",
    "スタンド": "M7 3h10v18H7ZM12 16V8M9 11l3-3 3 3",
    "レスト": "M3 7h18v10H3ZM8 12h8M13 9l3 3-3 3",
    "リバース": "M7 3h10v18H7ZM12 8v8M9 13l3 3 3-3",
    "手札": "M4 8l5-2 4 12-5 2ZM11 5h7v13h-4",
    "リプレイ": "M19 12a7 7 0 1 1-3-5.7M19 3v4.5h-4.5",
}
_SVG = Markup('<svg class="icon" role="img" aria-label="{}アイコン" viewBox="0 0 24 24">{}</svg>')
_LINES = Markup('<path d="{}"/>')
_FRAME = "M4 3h16v18H4ZM9 12h6"


def icon_picture(name: str) -> Markup:
    """Return the picture of the icon called ``name`` (``カムバック``), with that as its text."""
    return _SVG.format(name, _LINES.format(_DRAWINGS.get(name, _FRAME)))
