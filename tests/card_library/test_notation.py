"""A text in the notation of another game is told from one that is hard to read."""

from __future__ import annotations

from tests.conftest import Run


def test_annotate_says_which_game_a_text_looks_like(run: Run) -> None:
    text = "【起】【エントリー】：［エネ2］このターン中、このキャラを＋２/±０。"
    told = run("annotate", "-g", "ws", text)
    assert told.exit_code == 1
    assert "it looks like a card of Reバース for you (understood: 100%)" in told.stderr


def test_a_text_of_no_game_is_left_alone(run: Run) -> None:
    assert "looks like" not in run("annotate", "-g", "ws", "なんとかかんとかのカードです。").stderr
