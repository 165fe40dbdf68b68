// The page for an address at which there is nothing.

import { openPage, showFatalError } from "../shared/page.js";
import { translate } from "../shared/texts.js";

await openPage();
showFatalError(translate("no_page"));
