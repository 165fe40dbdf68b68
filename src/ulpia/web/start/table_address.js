// Addresses of tables as players paste them.

/**
 * Returns the address of a table from a link or from the table's name; null if the text is neither.
 * @param {string} text
 * @param {boolean} withToken whether to keep the token or the invitation that the link contains
 */
export function tableAddress(text, withToken) {
  const match = text.trim().match(/^(?:.*\/table\/)?([\w-]{6,24})(#(?:invitation=)?[\w-]+)?$/);
  if (!match) return null;
  return `/table/${match[1]}${withToken ? (match[2] ?? "") : ""}`;
}
