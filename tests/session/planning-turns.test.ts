/**
 * Statements planned in turns (`plan/tree/planning-turns.ts`): each answers as when it is planned in one piece.
 *
 * The scripts of this folder, and those of EXPLAIN, are played with texts of kilobytes, and each turn ends after one
 * part.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { PlanningTurns } from "../../core/plan/tree/planning-turns.ts";
import { playQueries } from "../exec/query-script.ts";
import { parseScript } from "../golden/script.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { openTestKernel, runScript } from "../client.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { root } from "../root.ts";

const folder = join(root, "tests", "session", "scripts");
/** They show texts of statements, or limit their time. */
const excepted = new Set(["statement-event.txt", "examined-rows.txt", "variable-effect.txt"]);
const comment = ` /* ${"-".repeat(20_000)} */`;

PlanningTurns.prototype.isOver = () => true;

function lengthened(script: string): string {
	return script.replace(/^((?:[a-z][>?] )?(?:\(?select|update|delete)\b)/gim, `$1${comment}`);
}

for (const file of readdirSync(folder).filter((name) => !excepted.has(name))) {
	test(file, async (t) => {
		const script = readFileSync(join(folder, file), "utf8");
		const [, release] = /^# release (\S+)/.exec(script) ?? [];
		const kernel = await openTestKernel(release, openMemoryStore());
		t.is((await runScript(kernel, lengthened(script))).replaceAll(comment, ""), script);
		await kernel.close();
	});
}

const explained = join(root, "tests", "plan", "explain");

for (const file of readdirSync(explained)) {
	test(`EXPLAIN: ${file}`, async (t) => {
		const script = readFileSync(join(explained, file), "utf8");
		const lines = parseScript(script.replace(/^(explain\b(?: extended| format=\w+)?)/gim, `$1${comment}`));
		const printed = await playQueries(lines, await openMemoryKernel({ release: "2.1.7" }));
		t.is(printed.replaceAll(comment, ""), script);
	});
}

test("a long statement is planned in turns, between which others are served and KILL QUERY ends it", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const [first, second] = [await connectRoot(kernel), await connectRoot(kernel)];
	await answerOf(first, "create table test.n (a int)");
	const parts = Array.from({ length: 3000 }, (_, at) => `abs(a) > -${at}`).join(" and ");
	const long = `select count(*) from test.n where ${parts}`;
	let isAnswered = false;
	const answer = answerOf(first, long).finally(() => {
		isAnswered = true;
	});
	let served = 0;
	while (!isAnswered) {
		t.is(await answerOf(second, "select 1"), "1\n1");
		await new Promise((resolve) => setImmediate(resolve));
		served++;
	}
	t.is(await answer, "count(*)\n0");
	t.regex(await answerOf(first, `explain ${long}`), /^id\tselect_type/);
	t.true(served > 10, `${served}`);
	const killed = answerOf(first, `${long} and 1`);
	await new Promise((resolve) => setImmediate(resolve));
	await answerOf(second, `kill query ${first.id}`);
	t.regex(await killed, /^ERROR 1317/);
	t.is(await answerOf(first, "select 1"), "1\n1");
	await kernel.close();
});
