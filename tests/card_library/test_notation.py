"""A text in the notation of another game is reported as such."""

from __future__ import annotations

from tests.conftest import Run


def test_annotate_names_the_game_a_text_looks_like(run: Run) -> None:
    text = "【起】【エントリー】：［エネ2］このターン中、このキャラを＋２/±０。"
    result = run("annotate", "-g", "ws", text)
    assert result.exit_code == 1
    assert "it looks like a card of Reバース for you (understood: 100%)" in result.stderr


def test_text_of_no_game_is_not_reported(run: Run) -> None:
    assert "looks like" not in run("annotate", "-g", "ws", "なんとかかんとかのカードです。").stderr
