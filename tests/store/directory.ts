/**
 * A place for a test's files, gone when the test ends.
 *
 * In: the test. Out: the path of a store's file in a directory of its own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";

export function storePath(t: ExecutionContext): string {
	const directory = mkdtempSync(join(tmpdir(), "verso-store-"));
	t.teardown(() => rmSync(directory, { recursive: true, force: true }));
	return join(directory, "verso.mdb");
}
