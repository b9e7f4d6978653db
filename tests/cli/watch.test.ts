/**
 * `--watch`: a script is played again when it or a plugin changes, a server starts again.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { programFile } from "./program-file.ts";
import { runVerso, temporaryFolder } from "./program.ts";

const plugin = (message: string): string =>
	`export default ({ TableDefinition, page, changed, refuse }) => page("mine", [
	changed(TableDefinition, (Base) => class No extends Base { create() { return refuse(1105, "HY000", "${message}"); } }, "No."),
]);`;

/** Starts the program; `seen` resolves once its outputs have matched. */
function started(t: ExecutionContext, folder: string, words: readonly string[]) {
	const child = spawn(process.execPath, [programFile, ...words], { cwd: folder, stdio: "pipe" });
	t.teardown(() => child.kill("SIGKILL"));
	let text = "";
	let arrived = (): void => {};
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (bytes: Buffer) => {
			text += bytes;
			arrived();
		});
	}
	return {
		async seen(pattern: RegExp): Promise<void> {
			while (!pattern.test(text)) {
				await new Promise<void>((resolve) => {
					arrived = resolve;
				});
			}
			text = text.slice(text.search(pattern) + 1);
		},
		async stop(): Promise<number | null> {
			child.kill("SIGTERM");
			const [code] = (await once(child, "exit")) as [number | null];
			return code;
		},
	};
}

test("a script is played again when it or the plugin changes", async (t) => {
	const folder = temporaryFolder(t);
	writeFileSync(join(folder, "mine.mjs"), plugin("first"));
	writeFileSync(join(folder, "a.sql"), "select 1 as one; create table t (a int);");
	const program = started(t, folder, ["run", "a.sql", "--force", "--watch", "--plugin", "./mine.mjs"]);
	await program.seen(/first\n[\s\S]*waiting for a change/);
	writeFileSync(join(folder, "mine.mjs"), plugin("second"));
	await program.seen(/starting again[\s\S]*second\n[\s\S]*waiting for a change/);
	writeFileSync(join(folder, "mine.mjs"), "export default (");
	await program.seen(/cannot be loaded[\s\S]*waiting for a change/);
	writeFileSync(join(folder, "mine.mjs"), plugin("third"));
	await program.seen(/third\n[\s\S]*waiting for a change/);
	writeFileSync(join(folder, "a.sql"), "select 'other' as word;");
	await program.seen(/word\nother\n[\s\S]*waiting for a change/);
	t.is(await program.stop(), 0);
});

test("a server starts again with the changed plugin, and ends with the signal", async (t) => {
	const folder = temporaryFolder(t);
	writeFileSync(join(folder, "mine.mjs"), plugin("first"));
	const ports = ["--port", "0", "--http-port", "0", "--data-dir", "data"];
	const program = started(t, folder, ["--watch", "--plugin", "./mine.mjs", ...ports]);
	await program.seen(/ready: mysql/);
	writeFileSync(join(folder, "mine.mjs"), plugin("second"));
	await program.seen(/starting again[\s\S]*ready: mysql/);
	t.is(await program.stop(), 0);
	t.is((await runVerso(["serve", "--watch", ...ports], { directory: folder })).exitCode, 2);
});
