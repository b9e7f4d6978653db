/**
 * Plays the scripts beside this file: several accounts on one database (`../script-folder.ts`).
 *
 * In: `scripts/*.txt`. Out: two tests a script. `npm test -- --update rights` rewrites their answers.
 */
import { join } from "node:path";
import { root } from "../root.ts";
import { playFolder } from "../script-folder.ts";

playFolder(join(root, "tests", "rights", "scripts"));
