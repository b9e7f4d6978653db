/**
 * Progress bar of long commands at a terminal.
 */
import { PassThrough } from "node:stream";
import test from "ava";
import { showProgress } from "../../apps/cli/progress.ts";

async function shownOn(isTTY: boolean): Promise<string> {
	const terminal = Object.assign(new PassThrough(), { isTTY, columns: 100 });
	const progress = await showProgress(terminal as unknown as Parameters<typeof showProgress>[0]);
	progress.show("copied, MiB", 3, 40);
	progress.show("checked, rows", 40, 41);
	progress.end();
	return String(terminal.read() ?? "");
}

test("at a terminal the bar shows done and total", async (t) => {
	t.regex(await shownOn(true), /copied, MiB.* 3 of 40/);
});

test("without a terminal nothing is written", async (t) => {
	t.is(await shownOn(false), "");
});
