/**
 * Statements as they are read from files of each kind: cases of text under `cases/`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { isUpdate, root } from "../root.ts";
import { playCase } from "./case.ts";

const folder = join(root, "tests", "workload", "cases");

for (const file of readdirSync(folder).sort()) {
	test(file, async (t) => {
		const files = mkdtempSync(join(tmpdir(), "verso-workload-"));
		t.teardown(() => rmSync(files, { recursive: true, force: true }));
		const text = readFileSync(join(folder, file), "utf8");
		const played = await playCase(text, files);
		if (isUpdate) {
			writeFileSync(join(folder, file), played);
		}
		t.is(played, isUpdate ? played : text);
	});
}
