"""The scripts of the site find the rulings that ``rulebook ask`` finds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from rulebook.api import Rules
from tests.browser.conftest import Open
from tests.quality.questions import own_questions
from tests.sampling import some
from tests.support import GAMES

_ASK = """async ([game, questions]) => {
  const found = [];
  for (const question of questions) {
    const answers = await rulebook.ask(question, game);
    const rulings = await rulebook.rulingsAnswering(question, answers.found);
    found.push(rulings.map(({ id }) => id));
  }
  return found;
}"""


@pytest.mark.parametrize("game", some([*GAMES[::-1], None], 2))
def test_found_rulings_agree(functions: Page, rules: Rules, game: str | None) -> None:
    questions = [q.text for q in own_questions() if game in (None, q.game)][::7]
    expected = [[r.id for r in rules.ask(q, game, limit=10).rulings] for q in questions]
    assert any(expected)
    assert functions.evaluate(_ASK, [game, questions]) == expected


def test_rulings_are_below_the_clauses(open_page: Open) -> None:
    page = open_page("index.html?g=weiss-schwarz&q=ダメージの途中で山札がなくなったら")
    ruling = page.locator("#results a.ruling").first
    ruling.wait_for()
    assert (ruling.get_attribute("href") or "").startswith("weiss-schwarz/ruling-ws-case-")
    assert "根拠" in ruling.inner_text()
