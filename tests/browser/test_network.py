"""Friends reach this computer: the invitation dialog says whether they can, and lets the local network in."""

from typing import Any

import pytest

from tests.browser.prepared import serving
from tests.browser.steps import PATIENCE, open_card, sit_down, until
from ulpia.server.network import local_addresses

LINK = "dialog[open] .choice small"


def open_table(page: Any) -> None:
    card = open_card(page, "trajan", 2)
    card.get_by_label("Seat 2").select_option("friend")
    card.locator(".begin").click()
    page.wait_for_selector(LINK, timeout=1000 * PATIENCE)


def test_one_click_lets_the_network_in_and_a_phone_finds_the_table(
    visit: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if not local_addresses():
        pytest.skip("this machine is in no network")
    with serving(tmp_path_factory.mktemp("open"), "--metrics", "127.0.0.1:0") as own:
        page = visit(own)
        open_table(page)
        assert "cannot open them yet" in page.locator("dialog[open] .reach").text_content()
        assert page.locator(LINK).text_content().startswith("http://127.0.0.1:")
        page.locator("[data-let-in]").click()
        until(page, f"!document.querySelector({LINK!r}).textContent.startsWith('http://127.')")
        link = page.locator(LINK).text_content()
        assert link.startswith(f"http://{local_addresses()[0]}:")
        assert page.locator("[data-let-in]").count() == 0
        page.wait_for_selector("dialog[open] .qr-code svg")
        phone = visit(link, width=390, height=844)
        sit_down(phone)
        phone.wait_for_selector(".plot svg", state="attached")
        assert not phone.locator("[data-chat]").is_hidden()


def test_a_server_that_must_not_be_opened_names_the_command(visit: Any) -> None:
    page = visit()
    open_table(page)
    assert page.locator(".qr-code").count() == 0  # it would lead a phone to itself
    assert "ulpia serve --lan" in page.locator("dialog[open] .reach").text_content()
    assert page.locator("[data-let-in]").count() == 0
