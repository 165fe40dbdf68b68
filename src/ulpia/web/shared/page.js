// What every page needs: theme, language, toolbar, notices and the message that replaces a page that cannot be shown.

import { fetchText, fetchTexts } from "./api.js";
import { find, findAll, html, icon } from "./dom.js";
import { storage } from "./storage.js";
import { language, setTexts, translate } from "./texts.js";

const NOTICE_MILLISECONDS = 5000;
const RETRY_MILLISECONDS = 2000;
/** Shown before the server has sent its texts. */
const NO_ANSWER = {
  en: "The server does not answer. Trying again ...",
  de: "Der Server antwortet nicht. Neuer Versuch ...",
};

/** Loads texts and symbols and prepares the page. While the server does not answer, the page says so and retries. */
export async function openPage() {
  for (;;) {
    try {
      const [texts, symbols] = await Promise.all([fetchTexts(), fetchText("/assets/symbols.svg")]);
      setTexts(texts);
      find("[data-symbols]").innerHTML = symbols;
      break;
    } catch {
      if (!find(".notice")) {
        document.body.append(html("p", { class: "notice", role: "alert" }, NO_ANSWER[language()]));
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
  find(".notice")?.remove();
  fillInTexts();
  applyTheme();
}

/** Writes the texts that the markup asks for by `data-word`, `data-label` and `data-aria-label`. */
function fillInTexts() {
  document.documentElement.lang = language();
  for (const element of findAll("[data-word]")) element.textContent = translate(element.dataset.word ?? "");
  for (const element of findAll("[data-label]")) {
    const label = translate(element.dataset.label ?? "");
    element.setAttribute("aria-label", label);
    element.setAttribute("title", label);
  }
  for (const element of findAll("[data-aria-label]")) {
    element.setAttribute("aria-label", translate(element.dataset.ariaLabel ?? ""));
  }
}

/** Applies the chosen theme, else the system's, and draws the tools for theme and language into [data-tools]. */
function applyTheme() {
  const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day";
  // Colours that the system forces on the page decide which inks can be read in the pictures.
  const chosen = matchMedia("(forced-colors: active)").matches ? null : storage.getItem("theme");
  const theme = chosen ?? preferred;
  document.documentElement.dataset.theme = theme;
  const other = theme === "night" ? "day" : "night";
  const tools = find("[data-page-tools]") ?? html("span", { "data-page-tools": true });
  find("[data-tools]")?.append(tools);
  const otherLanguage = translate("other_language");
  const abbreviation = otherLanguage.toUpperCase();
  tools.replaceChildren(
    toolButton(other === "night" ? "moon" : "sun", translate(other), () => {
      storage.setItem("theme", other);
      applyTheme();
    }),
    toolButton(html("b", {}, abbreviation), `${translate("language")} (${abbreviation})`, () => {
      storage.setItem("language", otherLanguage);
      location.reload();
    }),
  );
}

/**
 * Creates a tool of the top bar: an icon or a few letters with a name.
 * @param {string|Node} shown the name of an icon, or a node
 * @param {string} label
 * @param {(() => void)|string} target what it does, or the address it leads to
 */
export function toolButton(shown, label, target) {
  const face = typeof shown === "string" ? icon(shown) : shown;
  const attributes = { class: "tool", title: label, "aria-label": label };
  if (typeof target === "string") return html("a", { ...attributes, href: target }, face);
  return html("button", { ...attributes, type: "button", onclick: target }, face);
}

/**
 * Shows a sentence for a few seconds.
 * @param {string} sentence
 */
export function showNotice(sentence) {
  find(".notice")?.remove();
  const notice = html("p", { class: "notice", role: "status" }, sentence);
  (find("dialog[open]") ?? document.body).append(notice);
  setTimeout(() => notice.remove(), NOTICE_MILLISECONDS);
}

/**
 * Replaces the page by the reason why it cannot be shown, and a way back.
 * @param {string} sentence
 * @param {string | null} transcript address of the transcript, if it can be had
 */
export function showFatalError(sentence, transcript = null) {
  document.title = `${sentence} – Ulpia`;
  find("main").replaceChildren(
    html(
      "section",
      { class: "cardbox fatal-error", role: "alert" },
      icon("wreath"),
      html("h1", {}, sentence),
      ...(transcript ? [html("a", { class: "btn", href: transcript, download: true }, translate("save_record"))] : []),
      html("a", { class: "btn primary", href: "/" }, translate("to_the_tables")),
    ),
  );
}

/**
 * Copies a text. Browsers forbid this on unencrypted pages; then the text is shown, to be copied by hand.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    showNotice(translate("copied"));
  } catch {
    window.prompt(translate("copy_by_hand"), text);
  }
}

/**
 * Returns the message of something that was thrown.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
