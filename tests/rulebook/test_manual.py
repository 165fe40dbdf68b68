"""Rules and help over HTTP."""

from dataclasses import asdict
from pathlib import Path

from tests.server.harness import Running, served
from tests.support.games import BUILT_IN
from ulpia.core.i18n import LANGUAGES
from ulpia.rulebook import book, help_for


def test_rules_and_help_are_told_in_both_languages(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for game in BUILT_IN:
            for language in LANGUAGES:
                rules = (await server.http.get(f"/api/rules/{game}/{language}")).json()
                assert rules["title"] == book(game, language).title
                assert len(rules["sections"]) == len(book(game, language).sections)
                helped = (await server.http.get(f"/api/help/{game}/{language}")).json()
                assert set(helped) == set(help_for(game, language))
                one = next(iter(helped.values()))
                assert one == {**asdict(help_for(game, language)[one["key"]]), "rulings": one["rulings"]}

    served(tmp_path, test)


def test_what_there_is_no_book_of_is_refused(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for what in ("rules", "help"):
            for address, name in (("chess/en", "UnknownGame"), ("trajan/la", "UnknownLanguage")):
                answer = await server.http.get(f"/api/{what}/{address}")
                assert (answer.status_code, answer.json()["name"]) == (400, name), address
        assert (await server.http.get("/api/rules/trajan")).status_code == 404

    served(tmp_path, test)
