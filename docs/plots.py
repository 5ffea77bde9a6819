"""Plots of figures over time, as SVG in the colors of the page around them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

_FIGURES = Path(__file__).with_name("figures.toml")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 240, 56, 24, 16, 32
_DASHES = ("none", "6 4", "2 3")
_TICKS = 5

Point = tuple[float, float]


def plots(language: str) -> str:
    """Return every plot with its title, a line each; ``language`` is ``en`` or ``ja``."""
    data = tomllib.loads(_FIGURES.read_text(encoding="utf-8"))
    return "\n".join(_figure(plot, language) for plot in data["plot"])


def _figure(plot: Mapping[str, Any], language: str) -> str:
    title = escape(plot["title"][language])
    lines = [(each["name"][language], _points(each["points"])) for each in plot["line"]]
    first = min(at for _, points in lines for at, _ in points)
    last = max(at for _, points in lines for at, _ in points)
    scale = _Scale(first, last, plot["least"], plot["most"])
    inside = "".join((*_grid(scale, plot["unit"]), *_dates(scale), *_lines(lines, scale)))
    label = escape("; ".join(_said(name, points, plot["unit"]) for name, points in lines))
    head = f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}: {label}"'
    picture = f'{head} fill="currentColor" font-size="12">{inside}</svg>'
    return f"<figure>{picture}<figcaption>{title}</figcaption></figure>"


class _Scale:
    """Where a time and a value stand in the picture."""

    def __init__(self, first: float, last: float, least: float, most: float) -> None:
        self.first, self.last, self.least, self.most = first, last, least, most

    def x(self, at: float) -> float:
        share = (at - self.first) / ((self.last - self.first) or 1)
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(self, value: float) -> float:
        share = (value - self.least) / (self.most - self.least)
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)


def _points(rows: Sequence[tuple[str, float]]) -> list[Point]:
    return [(datetime.fromisoformat(when).timestamp(), float(value)) for when, value in rows]


def _said(name: str, points: Sequence[Point], unit: str) -> str:
    """Return a line in words, for those who cannot see it."""
    return f"{name} {points[0][1]:g} {unit} → {points[-1][1]:g} {unit}"


def _grid(scale: _Scale, unit: str) -> Iterator[str]:
    for tick in range(_TICKS + 1):
        value = scale.least + (scale.most - scale.least) * tick / _TICKS
        y = scale.y(value)
        yield f'<path d="M{_LEFT} {y}H{_WIDTH - _RIGHT}" stroke="currentColor" opacity=".15"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{value:g} {unit}</text>'


def _dates(scale: _Scale) -> Iterator[str]:
    for at, anchor in ((scale.first, "start"), (scale.last, "end")):
        day = f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"
        yield f'<text x="{scale.x(at)}" y="{_HEIGHT - 10}" text-anchor="{anchor}">{day}</text>'


def _lines(lines: Sequence[tuple[str, Sequence[Point]]], scale: _Scale) -> Iterator[str]:
    for (name, points), dashes in zip(lines, _DASHES, strict=False):
        places = [(scale.x(at), scale.y(value)) for at, value in points]
        way = "M" + "L".join(f"{x} {y}" for x, y in places)
        yield (
            f'<path d="{way}" fill="none" stroke="currentColor" stroke-width="2" '
            f'stroke-dasharray="{dashes}"/>'
        )
        for (x, y), (_, value) in zip(places, points, strict=True):
            yield f'<circle cx="{x}" cy="{y}" r="3"><title>{value:g}</title></circle>'
        x, y = places[-1]
        beside = y - 8 if places[-2][1] >= y else y + 18  # where the line does not come from
        told = f"{escape(name)} {points[-1][1]:g}"
        yield f'<text x="{x}" y="{beside}" text-anchor="end">{told}</text>'
