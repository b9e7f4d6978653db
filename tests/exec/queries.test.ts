/**
 * Every script under `queries/`: statements and, indented under each, what they answer, played on a kernel in memory.
 *
 * After a change on purpose `npm test -- --update` rewrites the answers, and a person reads the difference.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { parseScript, printScript, type Line } from "../golden/script.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { openMemoryStore } from "../../core/store/memory.ts";
import type { Store } from "../../core/store/store.ts";
import { isUpdate, root } from "../root.ts";
import { slowStore } from "./slow-store.ts";

const folder = join(root, "tests", "exec", "queries");

async function play(lines: readonly Line[], store: Store): Promise<string> {
	const kernel = await openMemoryKernel({ release: "2.1.7" }, store);
	const session = await connectRoot(kernel);
	const answers = new Map<Line, string[]>();
	for (const line of lines) {
		if (line.kind === "command" && line.action.type === "sql") {
			answers.set(line, (await answerOf(session, line.action.sql)).split("\n"));
		}
	}
	await kernel.close();
	return printScript(lines, answers);
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt")).sort()) {
	const text = readFileSync(join(folder, file), "utf8");
	const lines = parseScript(text);

	test(file, async (t) => {
		const printed = await play(lines, openMemoryStore());
		if (isUpdate) {
			writeFileSync(join(folder, file), printed);
		}
		t.is(printed, isUpdate ? printed : text);
	});

	test(`${file} on a store that answers with promises`, async (t) => {
		const printed = await play(lines, slowStore(openMemoryStore()));
		t.is(printed, isUpdate ? printed : text);
	});
}
