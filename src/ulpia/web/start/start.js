// The start page: games to begin and tables to continue.

import { fetchGames, fetchMyTables, fetchText, RefusedRequest } from "../shared/api.js";
import { arcade } from "../shared/arcade.js";
import { find, findDialog, html, icon } from "../shared/dom.js";
import { DEFAULT_NAME } from "../shared/new_table.js";
import { messageOf, openPage, showFatalError, showNotice, toolButton } from "../shared/page.js";
import { ownerKey, storage } from "../shared/storage.js";
import { translate } from "../shared/texts.js";
import { gameCard } from "./game_card.js";
import { showHolidays } from "./holidays.js";
import { showMyTables } from "./my_tables.js";
import { tableAddress } from "./table_address.js";

/** Players choose among the levels; `/?agents=all` offers all agents. */
const showsAllAgents = new URLSearchParams(location.search).get("agents") === "all";

/**
 * @param {string} title
 * @param {...Node} content
 */
function showDialog(title, ...content) {
  const dialog = findDialog("[data-dialog]");
  const close = html("button", { class: "btn", onclick: () => dialog.close() }, translate("close"));
  dialog.replaceChildren(html("h2", { id: "dialog-title" }, title), ...content, close);
  dialog.showModal();
}

/**
 * Asks for a link to a table and goes there.
 * @param {string} title
 * @param {string} about
 * @param {boolean} withToken
 */
function askForLink(title, about, withToken) {
  const input = html("input", {
    class: "field",
    "aria-label": title,
    placeholder: `${location.origin}/table/…`,
    autocomplete: "off",
    spellcheck: "false",
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const address = tableAddress(input.value, withToken);
    if (address) location.href = address;
    else showNotice(translate("no_link", { example: `${location.origin}/table/WH62Zvbx7iIU` }));
  };
  const button = html("button", { class: "btn primary", type: "submit" }, translate("go"));
  showDialog(title, html("p", {}, about), html("form", { onsubmit: submit }, input, button));
  input.focus();
}

function nameField() {
  const input = html("input", {
    value: storage.getItem("name") ?? "",
    placeholder: DEFAULT_NAME,
    maxlength: 24,
    autocomplete: "nickname",
    spellcheck: "false",
    oninput: () => storage.setItem("name", input.value),
  });
  return [html("span", {}, translate("my_name")), input];
}

/**
 * @param {string} symbol
 * @param {string} text key of the catalogue
 * @param {() => void} onClick
 */
function linkButton(symbol, text, onClick) {
  return html("button", { class: "btn", type: "button", onclick: onClick }, icon(symbol), translate(text));
}

const NO_TABLES = { games: [], is_recoverable: true };

/** @param {unknown} error */
function noTables(error) {
  if (error instanceof RefusedRequest && error.refusal === "SignedOut") {
    showDialog(translate("devices"), html("p", {}, error.message));
  }
  return NO_TABLES;
}

/** Few players need it, so it is loaded with the first click. */
async function openDevices() {
  const { showDevices } = await import("../shared/devices.js");
  await showDevices(findDialog("[data-dialog]"));
}

/** Says that these games depend on this browser, and what helps. */
function keepNote() {
  const button = html("button", { class: "btn small", type: "button", onclick: () => void openDevices() });
  button.textContent = translate("keep_games");
  return html("p", { class: "keep", "data-keep": true }, translate("games_kept_here"), " ", button);
}

/** Brings the games of a link that was made on another device. */
async function openDeviceLink() {
  if (!location.hash.startsWith("#device=")) return;
  const link = location.hash;
  history.replaceState(null, "", location.pathname + location.search);
  const { joinGames } = await import("../shared/join.js");
  await joinGames(findDialog("[data-dialog]"), link);
}

async function showStartPage() {
  const [{ games, agents, usual_level }, tables] = await Promise.all([
    fetchGames(),
    ownerKey() ? fetchMyTables().catch(noTables) : NO_TABLES,
  ]);
  const emblems = await Promise.all(games.map(({ name }) => fetchText(`/assets/emblem-${name}.svg`)));
  const offered = agents.filter((agent) => agent.is_level || showsAllAgents);
  find(".herobox").prepend(arcade());
  find("[data-games]").replaceChildren(
    ...games.map((game, index) => gameCard(game, offered, usual_level, emblems[index])),
  );
  const showRules = () => {
    const links = games.map(({ name, title }) => html("a", { class: "choice", href: `/rules/${name}` }, title));
    showDialog(translate("rules"), html("div", { class: "choices" }, ...links));
  };
  find("[data-tools]").prepend(toolButton("help", translate("rules"), showRules));
  find("[data-me]").append(...nameField());
  find("[data-links]").append(
    linkButton("cards", "join", () => askForLink(translate("join"), translate("join_about"), true)),
    linkButton("help", "rules", showRules),
    linkButton("eye", "watch", () => askForLink(translate("watch"), translate("watch_about"), false)),
    linkButton("link", "devices_short", () => void openDevices()),
  );
  if (tables.games.some(({ clock, finished }) => clock?.kind === "days" && !finished)) {
    find("[data-links]").append(linkButton("moon", "holidays", () => void showHolidays()));
  }
  showMyTables(tables.games);
  if (tables.games.length && !tables.is_recoverable) find("[data-mine]").append(keepNote());
  addEventListener("hashchange", () => void openDeviceLink());
  await openDeviceLink();
}

await openPage();
showStartPage().catch((error) => {
  console.error(error);
  showFatalError(messageOf(error));
});
