/**
 * Plays the scripts beside this file: statements of sessions, and what they are answered (`../script-folder.ts`).
 *
 * In: `scripts/*.txt`. Out: two tests a script. `npm test -- --update session` rewrites their answers.
 */
import { join } from "node:path";
import { root } from "../root.ts";
import { playFolder } from "../script-folder.ts";

playFolder(join(root, "tests", "session", "scripts"));
