/**
 * Player of query scripts: runs the statements on a kernel, closes it, and returns the script with its answers.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Kernel } from "../../core/kernel.ts";
import { printScript, type Line } from "../golden/script.ts";
import { answerOf, connectRoot } from "../memory-kernel.ts";
import { root } from "../root.ts";

export const queryFolder = join(root, "tests", "exec", "queries");
export const queryScripts = readdirSync(queryFolder)
	.filter((name) => name.endsWith(".txt"))
	.sort();

export async function playQueries(lines: readonly Line[], kernel: Kernel): Promise<string> {
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
