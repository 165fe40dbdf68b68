// Requests to the server's HTTP interface.

/**
 * @import {
 *   CreatedTable, DeviceLinkInfo, Games, HelpEntry, HolidayList, InvitationInfo, Layout, LessonInfo, MyDevices,
 *   MyTables, NetworkInfo, NewDeviceLink, NewTable, RedeemedSeat, Rulebook, ScoreHistory, TableSummary, Thumbnail
 * } from "../types.js"
 */

import { forgetOwner, ownerKey } from "./storage.js";
import { language, translate } from "./texts.js";

/** A request that the server has refused. Its message is a sentence for the player. */
export class RefusedRequest extends Error {
  /**
   * @param {string} refusal the stable name of the refusal
   * @param {string} sentence
   */
  constructor(refusal, sentence) {
    super(sentence);
    this.refusal = refusal;
  }
}

/**
 * Sends a request and returns the answer's JSON. With a body it is a POST.
 * @param {string} path
 * @param {object} [body]
 * @param {string} [method] of a request with a body
 * @returns {Promise<any>} checked by nobody: the functions below give it its type
 * @throws {Error} with a sentence for the player
 */
async function request(path, body, method = "POST") {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  const owner = ownerKey();
  if (owner) headers.Authorization = `Bearer ${owner}`;
  const fail = () => {
    throw new Error(translate("no_answer"));
  };
  const options = body ? { method, headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(path, options).catch(fail);
  const answer = await response.json().catch(fail);
  if (response.ok) return answer;
  if (answer.name === "SignedOut") forgetOwner();
  throw new RefusedRequest(answer.name, answer.sentence ?? response.statusText);
}

/**
 * Fetches a text file such as the symbol sheet.
 * @param {string} path
 */
export async function fetchText(path) {
  const response = await fetch(path);
  return response.text();
}

/** @returns {Promise<Record<string, string>>} the texts of the pages */
export const fetchTexts = () => request(`/api/words/${language()}`);

/** @returns {Promise<Games>} */
export const fetchGames = () => request(`/api/games?language=${language()}`);

/** @returns {Promise<MyTables>} */
export const fetchMyTables = () => request(`/api/my?language=${language()}`);

/** @returns {Promise<MyDevices>} */
export const fetchDevices = () => request(`/api/devices?language=${language()}`);

/** @returns {Promise<NewDeviceLink>} a link to all games of this player */
export const makeDeviceLink = () => request(`/api/devices/link?language=${language()}`, {});

/** @returns {Promise<{code: string}>} */
export const makeRecoveryCode = () => request(`/api/devices/recovery?language=${language()}`, {});

/** @returns {Promise<MyDevices>} */
export const signOutOthers = () => request(`/api/devices/sign-out?language=${language()}`, {});

/** @type {(code: string) => Promise<DeviceLinkInfo>} what a link or a code leads to; it stays good */
export const presentDeviceLink = (code) => request(`/api/devices/present?language=${language()}`, { code });

/** @type {(code: string) => Promise<{owner: string, games: number}>} */
export const joinDevices = (code) => request(`/api/devices/join?language=${language()}`, { code });

/** @type {(table: string, seat: number, token?: string) => Promise<NewDeviceLink>} */
export const makeSeatLink = (table, seat, token) =>
  request(`/api/tables/${table}/seats/${seat}/link?language=${language()}`, token ? { token } : {});

/** @type {(table: string, code: string) => Promise<RedeemedSeat>} */
export const openSeatLink = (table, code) => request(`/api/tables/${table}/link?language=${language()}`, { code });

/** @type {(table: string) => Promise<TableSummary>} */
export const fetchTable = (table) => request(`/api/tables/${table}?language=${language()}`);

/** @type {(table: NewTable) => Promise<CreatedTable>} */
export const createTable = (table) => request(`/api/tables?language=${language()}`, table);

/** @type {(table: string, seat: number) => Promise<{link: string}>} */
export const createInvitation = (table, seat) =>
  request(`/api/tables/${table}/seats/${seat}/invitation?language=${language()}`, {});

/** @type {(table: string, invitation: string, choice?: {name?: string, seat?: number}) => Promise<RedeemedSeat>} */
export const redeemInvitation = (table, invitation, choice = {}) =>
  request(`/api/tables/${table}/redeem?language=${language()}`, { invitation, ...choice });

/** @type {(table: string, invitation: string) => Promise<InvitationInfo>} what an invitation leads to; it stays good */
export const presentInvitation = (table, invitation) =>
  request(`/api/tables/${table}/invitation?language=${language()}`, { invitation });

/** @type {(table: string) => Promise<ScoreHistory>} */
export const fetchScoreHistory = (table) => request(`/api/tables/${table}/course?language=${language()}`);

/** @type {(table: string, seat: number) => Promise<Thumbnail>} */
export const fetchThumbnail = (table, seat) => request(`/api/tables/${table}/glance/${seat}?language=${language()}`);

/** @type {(game: string, seats: number, viewer: number|null) => Promise<Layout>} */
export const fetchLayout = (game, seats, viewer) =>
  request(`/api/layout/${game}/${seats}?seat=${viewer ?? ""}&language=${language()}`);

/** @type {(game: string) => Promise<LessonInfo[]>} */
export async function fetchLessons(game) {
  const { lessons } = await request(`/api/lessons/${encodeURIComponent(game)}?language=${language()}`);
  return lessons;
}

/** @type {(game: string) => Promise<Rulebook>} */
export const fetchRules = (game) => request(`/api/rules/${encodeURIComponent(game)}/${language()}`);

/** @type {(game: string) => Promise<Record<string, HelpEntry>>} */
export const fetchHelp = (game) => request(`/api/help/${encodeURIComponent(game)}/${language()}`);

/**
 * Deletes a game from the list of the player's own games. The answer has no body.
 * @param {string} table
 */
export async function deleteMyTable(table) {
  const headers = { Authorization: `Bearer ${ownerKey()}` };
  const response = await fetch(`/api/my/${table}?language=${language()}`, { method: "DELETE", headers });
  if (response.ok) return;
  const { name, sentence } = await response.json();
  throw new RefusedRequest(name, sentence);
}

/** @returns {Promise<HolidayList>} */
export const fetchHolidays = () => request(`/api/holidays?language=${language()}`);

/** @type {(days: string[]) => Promise<HolidayList>} sets the player's holidays from today on */
export const saveHolidays = (days) =>
  request(`/api/holidays?language=${language()}`, { days, utc_offset: -new Date().getTimezoneOffset() }, "PUT");

/** @returns {Promise<NetworkInfo>} */
export const fetchNetwork = () => request("/api/network");

/** @type {(table: string) => Promise<NetworkInfo>} */
export const openNetwork = (table) => request(`/api/network?language=${language()}`, { table });

/** @type {(text: string) => Promise<{picture: string}>} the QR code of a link as SVG */
export const fetchQrCode = (text) => request("/api/qr", { text });
