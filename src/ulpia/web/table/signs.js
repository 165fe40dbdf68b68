// Signs of new lines of the chat and of notices that the player would not see, because the log is out of sight.

import { find, findAll, html } from "../shared/dom.js";
import { translate } from "../shared/texts.js";
import { openRail } from "./board.js";
import { session } from "./session.js";

const TOAST_MILLISECONDS = 8000;
/** @type {number|undefined} */
let timer;

/** Whether the lines of the log can be seen. */
function isLogInSight() {
  const { top, bottom, left, right, width } = find("[data-log]").getBoundingClientRect();
  return (
    width > 0 &&
    bottom > 0 &&
    top < innerHeight &&
    right > 0 &&
    left < innerWidth &&
    !find("[data-log]").closest("[inert]")
  );
}

/** The tab of the panel with the log, null where all panels are in sight. */
function logTab() {
  const panel = find("[data-logbox]")?.closest("[id^=panel-]");
  return panel ? find(`[data-tab="${panel.id.replace("panel-", "")}"]`) : null;
}

/**
 * Shows who said what, if the log is out of sight. One tap leads there.
 * @param {string} name
 * @param {string} text
 */
export function signalLine(name, text) {
  if (session.isNew || isLogInSight()) return;
  logTab()?.classList.add("unread");
  find(".chat-toast")?.remove();
  const toast = html(
    "button",
    { class: "chat-toast", type: "button", "aria-label": translate("go_to_chat"), onclick: goToChat },
    html("b", {}, name),
    html("span", {}, text),
  );
  document.body.append(toast);
  clearTimeout(timer);
  timer = setTimeout(() => toast.remove(), TOAST_MILLISECONDS);
}

function goToChat() {
  find(".chat-toast")?.remove();
  logTab()?.click();
  openRail();
  const box = find("[data-logbox]");
  box.scrollIntoView({ block: "end", behavior: "instant" });
  find("[data-chat] input").focus();
  requestAnimationFrame(() => find("[data-chat] input").focus()); // an opening drawer cannot have the focus yet
}

/** Takes the sign away once the log is seen. */
export function watchLog() {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    for (const tab of findAll(".tabs .unread")) tab.classList.remove("unread");
    find(".chat-toast")?.remove();
  });
  observer.observe(find("[data-log]"));
}
