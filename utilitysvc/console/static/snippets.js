// A call as source text, by the names of the tabs.

import { go, javascript, php, python } from "./languages.js";
import { curl, httpie, powershell } from "./shells.js";

export const SNIPPETS = { curl, python, javascript, go, php, powershell, httpie };
