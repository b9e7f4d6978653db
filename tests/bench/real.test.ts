/**
 * The bench of real work: every piece is played and answers agree, sections of a page, rows and their goals.
 *
 * On verso, and on MariaDB where it is installed. Costs are not judged: a test run does not measure.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { readOptions } from "../../bench/options.ts";
import { startMariadb } from "../../bench/peer/mariadb.ts";
import { startVerso } from "../../bench/peer/verso.ts";
import { firstUses, firstUseTables } from "../../bench/real/first-use.ts";
import { listWorks } from "../../bench/real/list.ts";
import { measureWork } from "../../bench/real/measure.ts";
import { measureAll } from "../../bench/real/real.ts";
import { isReached, type RealRow } from "../../bench/real/row.ts";
import { printRealWork, printShortForm } from "../../bench/real/section.ts";
import { sessionOf, workOf } from "../../bench/real/work.ts";
import { demote, replaceSection } from "../../bench/report/page.ts";

const quiet = (): void => undefined;

test("every piece of real work is played, and answers agree", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-real-"));
	const peers = [await startVerso(folder, [])];
	t.teardown(async () => {
		await Promise.all(peers.map((peer) => peer.stop()));
		rmSync(folder, { recursive: true, force: true });
	});
	peers.push((await startMariadb(folder)) ?? (await startVerso(folder, [], "another")));
	const own = listWorks(0.004, []).map(({ name }) => name);
	const options = readOptions(["--real", "--tiny", "--only", [...own, "8 connections", "dropped"].join(",")])!;
	const found = await measureAll(options, peers, folder, quiet);
	t.deepEqual(found.differences, []);
	t.true(found.compared > 500, String(found.compared));
	t.deepEqual(
		found.rows
			.map(({ name }) => name)
			.filter((name) => own.includes(name))
			.sort(),
		[...own].sort(),
	);
	t.is(found.rows.length, own.length + 4);

	const calls = firstUses.flatMap((use) => [1, 2, 3, 4].map((call) => use.statement(call)));
	const first = workOf("first uses", null, calls, { before: sessionOf(firstUseTables(6000)) });
	const kept = peers.map(({ restart: _restart, ...peer }) => peer);
	t.deepEqual((await measureWork(first, kept, 1, quiet)).differences, []);
});

test("an answer that differs is found", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-real-"));
	const peers = [await startVerso(folder, []), await startVerso(folder, ["--version", "2.1.0"], "older")];
	t.teardown(async () => {
		await Promise.all(peers.map((peer) => peer.stop()));
		rmSync(folder, { recursive: true, force: true });
	});
	const work = workOf("change of a charset", null, ["ALTER TABLE u CHANGE b b VARCHAR(9) CHARACTER SET utf8mb4"], {
		before: sessionOf(["CREATE TABLE u (b VARCHAR(9) CHARACTER SET utf8)"]),
	});
	const { compared, differences } = await measureWork(work, peers, 2, quiet);
	t.is(compared, 1);
	t.is(differences.length, 1);
});

test("sections of a page", (t) => {
	const page = "# Page\n\n<!-- a -->\nold\n<!-- /a -->\n\n<!-- b -->\n<!-- /b -->\n";
	t.is(replaceSection(page, "b", demote("# B\n\n## C\n")), page.replace("<!-- b -->\n", "<!-- b -->\n## B\n\n### C\n"));
	t.is(replaceSection(page, "a", "new"), page.replace("old", "new"));
	t.throws(() => replaceSection(page, "c", ""), { message: /no section/ });
});

test("a row with its goal, as text", (t) => {
	const row: RealRow = {
		name: "a dump",
		own: "2.00 s",
		peer: "1.00 s",
		figure: 2,
		goal: { by: "ratio", most: 1.5, before: "7" },
		first: 3,
	};
	t.false(isReached(row));
	t.true(isReached({ ...row, figure: 1.5 }));
	t.true(isReached({ ...row, figure: 0.95, goal: { by: "share", most: 0.95, before: "" } }));
	t.false(isReached({ ...row, figure: 0.94, goal: { by: "share", most: 0.95, before: "" } }));
	const report = {
		rows: [row],
		firstUses: [["select", "1", "2"]],
		compared: 7,
		differences: [],
		peers: ["verso", "mariadb"],
		startedAt: new Date(0),
		minutes: 1,
		machine: "a machine",
	};
	const text = printRealWork(report);
	t.true(text.includes("| a dump | 2.00 s | 1.00 s | **2.00** | 1.5 | 7 | no | 3.00 |"), text);
	t.true(text.includes("| select | 1 | 2 |"));
	t.true(text.includes("Not measured in this run: session of a blog; "));
	t.true(printShortForm(report).includes("| a dump | 2.00 s | 1.00 s | 2.00 |"));
});
