/**
 * Loaded by ava before a test file: sets the process's title to the file, switches the text guard on, and lets the file
 * load the kernel as one script; records how long it ran.
 *
 * `run.ts` lists a test that hangs by its title. The guard
 * (`core/exec/rows/text-guard.ts`) asserts in all servers of tests that text is well-formed in its charset.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";
import { recordDuration } from "./duration.ts";
import { useJoined } from "./joined/joined.ts";
import { root } from "./root.ts";

const file = fileURLToPath(test.meta.file);
process.title = `ava ${relative(root, file)}`;
recordDuration(relative(join(root, "dist", "tests"), file));
process.env["ASSERT_WELL_FORMED_TEXT"] = "1";
useJoined(file);
