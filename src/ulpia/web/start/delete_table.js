// Deleting a game from the list of one's own games. The game itself stays for the others.

/** @import { MyTable } from "../types.js" */

import { deleteMyTable } from "../shared/api.js";
import { findDialog, html, icon } from "../shared/dom.js";
import { messageOf, showNotice } from "../shared/page.js";
import { formatList, translate } from "../shared/texts.js";

/**
 * A button that deletes a game after a question.
 * @param {MyTable} table
 * @param {HTMLElement} line what vanishes with it
 */
export function deleteButton(table, line) {
  const label = translate("delete_game");
  const attributes = { class: "tool delete", type: "button", title: label, "aria-label": `${label}: ${table.title}` };
  return html("button", { ...attributes, onclick: () => ask(table, line) }, icon("close"));
}

/**
 * @param {MyTable} table
 * @param {HTMLElement} line
 */
function ask(table, line) {
  const dialog = findDialog("[data-dialog]");
  const others = table.seats.filter(({ seat }) => !table.held.includes(seat));
  const names = formatList(others.map(({ name }) => name));
  const leaves = !table.finished && others.some(({ kind }) => kind === "person");
  const run = async () => {
    dialog.close();
    try {
      await deleteMyTable(table.table);
      line.remove();
      showNotice(translate("deleted"));
    } catch (error) {
      showNotice(messageOf(error));
    }
  };
  dialog.replaceChildren(
    html("h2", { id: "dialog-title" }, translate("delete_game")),
    html("p", {}, translate("delete_about", { title: table.title, names })),
    ...(leaves ? [html("p", {}, translate("delete_leaves"))] : []),
    html(
      "div",
      { class: "choices" },
      html(
        "button",
        { class: "btn primary", "data-sure": true, onclick: () => void run() },
        translate("delete_anyway"),
      ),
      html("button", { class: "btn", onclick: () => dialog.close() }, translate("keep_game")),
    ),
  );
  dialog.showModal();
}
