/**
 * Sets each test process's title to its file, so that `run.ts` can list a hanging one; loaded by ava before a test
 * file.
 */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";
import { root } from "./root.ts";

process.title = `ava ${relative(root, fileURLToPath(test.meta.file))}`;
