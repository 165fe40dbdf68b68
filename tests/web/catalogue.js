// The texts of the pages, read from their TOML files.

import { readFileSync } from "node:fs";

export const WEB = new URL("../../src/ulpia/web/", import.meta.url);

/**
 * Reads a catalogue. It is a flat table of strings, one on each line.
 * @param {"en"|"de"} language
 * @returns {Record<string, string>}
 */
export function readTexts(language) {
  const source = readFileSync(new URL(`text/${language}.toml`, WEB), "utf8");
  const lines = source.split("\n").filter((line) => line && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, key, value] = line.match(/^(\w+) = (".*")$/);
      return [key, JSON.parse(value)];
    }),
  );
}
