/**
 * Loaded by ava before a test file: sets the process's title to the file, and switches the text guard on.
 *
 * `run.ts` lists a test that hangs by its title. The guard
 * (`core/exec/rows/text-guard.ts`) asserts in all servers of tests that text is well-formed in its charset.
 */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";
import { root } from "./root.ts";

process.title = `ava ${relative(root, fileURLToPath(test.meta.file))}`;
process.env["ASSERT_WELL_FORMED_TEXT"] = "1";
