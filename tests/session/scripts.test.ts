/**
 * Scripts of sessions and statements with their answers (`../script-folder.ts`).
 *
 * `npm test -- --update session` rewrites the answers.
 */
import { join } from "node:path";
import { root } from "../root.ts";
import { playFolder } from "../script-folder.ts";

playFolder(join(root, "tests", "session", "scripts"));
