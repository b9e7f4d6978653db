/**
 * Progress bar of long commands at a terminal.
 */
import { PassThrough } from "node:stream";
import test from "ava";
import { showProgress } from "../../apps/cli/progress.ts";

interface Wish {
	readonly isTTY?: boolean;
	readonly columns?: number;
	readonly afterMs?: number;
	readonly type?: string;
}

function shownOn({ isTTY = true, columns = 100, afterMs = 0, type = "xterm" }: Wish): string {
	const terminal = Object.assign(new PassThrough(), { isTTY, columns });
	const progress = showProgress(terminal as unknown as Parameters<typeof showProgress>[0], { afterMs, type });
	progress.show("copied, MiB", 3, 40);
	progress.show("checked, rows", 40, 41);
	progress.end();
	return String(terminal.read() ?? "");
}

test("at a terminal the bar shows done and total, and is removed", (t) => {
	t.is(shownOn({}), `\r\u001b[Kcopied, MiB ==${"-".repeat(28)} 3 of 40\r\r\u001b[K`);
});

test("no mode of the terminal is changed: a killed process leaves the cursor and line wrap as they were", (t) => {
	// The one control sequence clears a line.
	t.false(shownOn({}).replaceAll("\u001b[K", "").includes("\u001b"));
});

test("a narrow terminal gets a line that does not wrap", (t) => {
	const [line = ""] = shownOn({ columns: 20 })
		.split("\r")
		.filter((part) => part.includes("copied"));
	t.is(line.replace("\u001b[K", "").length, 19);
});

test("without a terminal, on a dumb one, and for short work nothing is written", (t) => {
	t.is(shownOn({ isTTY: false }), "");
	t.is(shownOn({ type: "dumb" }), "");
	t.is(shownOn({ afterMs: 60_000 }), "");
});
