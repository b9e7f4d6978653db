/**
 * V8's flags change while a server runs, and its compiler threads read them: the process outlives every change.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import test from "ava";
import { root } from "../root.ts";

function change(...words: readonly string[]): { readonly isOver: boolean; readonly output: string } {
	const program = join(root, "dist", "tests", "cli", "flag-changer.js");
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });
	return { isOver: status === 0, output: `${stdout}${stderr}` };
}

test("a flag that the compiler reads twice ends the process", (t) => {
	if (Number(process.versions.node.split(".")[0]) > 20) {
		t.pass("Seen in V8 11; later ones may do without.");
		return;
	}
	const { isOver, output } = change("20", "--max-inlined-bytecode-size=1000,460");
	t.false(isOver);
	t.regex(output, /Fatal error/);
});

test("flags change as in a server, again and again", (t) => {
	t.deepEqual(change("4"), { isOver: true, output: "many functions\n" });
});
