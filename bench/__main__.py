"""Run every benchmark and print one table: what, time, baseline, ratio."""

from __future__ import annotations

from bench.cards import card_rows
from bench.documents import document_rows
from bench.growth import growth_rows
from bench.measure import Row, table
from bench.rulings import ruling_rows
from bench.searching import searching_rows
from bench.starting import starting_rows
from bench.website import website_rows


def main() -> None:
    rows: list[Row] = [
        *document_rows(),
        *card_rows(),
        *searching_rows(),
        *starting_rows(),
        *website_rows(),
        *ruling_rows(),
        *growth_rows(),
    ]
    print(table(rows))


main()
