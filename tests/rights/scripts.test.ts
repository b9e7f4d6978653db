/**
 * Scripts of several accounts on one database (`../script-folder.ts`).
 *
 * `npm test -- --update rights` rewrites the answers.
 */
import { join } from "node:path";
import { root } from "../root.ts";
import { playFolder } from "../script-folder.ts";

playFolder(join(root, "tests", "rights", "scripts"));
