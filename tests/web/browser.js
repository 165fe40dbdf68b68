// A browser for unit tests: puts the parts of happy-dom that the client uses into the global scope. Import it first.

import { Window } from "happy-dom";

const window = new Window({ url: "https://ulpia.test/table/WH62Zvbx7iIU", width: 1280, height: 800 });
const NAMES = [
  "window",
  "document",
  "location",
  "history",
  "localStorage",
  "matchMedia",
  "addEventListener",
  "innerWidth",
  "innerHeight",
  "getComputedStyle",
  "CSS",
  "Storage",
  "Element",
  "HTMLElement",
  "HTMLInputElement",
  "HTMLSelectElement",
  "SVGElement",
  "MouseEvent",
  "IntersectionObserver",
  "ResizeObserver",
];
for (const name of NAMES) {
  const value = name === "window" ? window : window[name];
  const isMethod = ["matchMedia", "addEventListener", "getComputedStyle"].includes(name);
  Object.defineProperty(globalThis, name, { value: isMethod ? value.bind(window) : value, configurable: true });
}
Object.defineProperty(globalThis, "navigator", { value: { language: "en-GB" }, configurable: true });
Object.defineProperty(globalThis, "WebSocket", { value: { OPEN: 1 }, configurable: true });
