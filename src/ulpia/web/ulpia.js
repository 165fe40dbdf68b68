// @ts-check
// The browser's part. It knows neither rules nor games: it shows what the server sends, lights what the server lists,
// and sends numbers back.

import { open, turnAway } from "./house.js";
import { startPage } from "./start.js";
import { tablePage } from "./table.js";

await open();
if (document.body.dataset.page === "start") startPage().catch((error) => { console.error(error); turnAway(error.message); });
else tablePage();
