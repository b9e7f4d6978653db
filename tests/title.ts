/**
 * Names each test process after its file, so that one that hangs can be told from the others (`run.ts` lists them).
 *
 * In: loaded by ava before a test file. Out: the process's title.
 */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";
import { root } from "./root.ts";

process.title = `ava ${relative(root, fileURLToPath(test.meta.file))}`;
