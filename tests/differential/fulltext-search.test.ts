/**
 * MATCH ... AGAINST beside MariaDB's InnoDB: the same rows with the same rank, and the same errors of syntax.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { createConnection, type Connection } from "mysql2/promise";
import { hasMariadb, startMariadb } from "../../bench/peer/mariadb.ts";
import { startTestServer } from "../golden/server.ts";
import { Choice } from "./choice.ts";
import { booleanSearch, documentText, naturalSearch } from "./fulltext-search.ts";

const seed = 7;
const documents = 40;
const searches = 1200;

const collations = ["utf8mb4_general_ci", "utf8mb4_unicode_ci", "utf8mb4_bin"];

interface Asked {
	readonly table: string;
	readonly columns: string;
	readonly search: string;
	readonly mode: string;
}

/** The rows found, each as `id rank`; or the error. */
type Answer = readonly string[];

async function answerOf(connection: Connection, { table, columns, search, mode }: Asked): Promise<Answer> {
	const call = `match (${columns}) against (${connection.escape(search)} ${mode})`;
	try {
		const [rows] = await connection.query(`select id, ${call} as r from ${table} where ${call}`);
		// Which word of a prefix InnoDB counts depends on the form of its tree, and it does not count words in
		// parentheses once nothing is left to be found.
		return (rows as { id: number; r: number }[])
			.map(({ id, r }) => (/[*(]/.test(search) ? String(id) : `${id} ${r.toPrecision(5)}`))
			.sort();
	} catch (error) {
		const { errno, message } = error as { errno: number; message: string };
		return [`${errno} ${message}`];
	}
}

/**
 * InnoDB finds no phrase in some second columns, no phrase and no prefix behind one with a distance, and counts words
 * of phrases that are not found; under a binary collation it compares the words of a phrase in two ways. So phrases are
 * searched in one column, without prefixes, not for query expansion, and not under such a collation.
 */
function askedBy(choice: Choice): Asked {
	const manner = choice.pick(["plain", "prefixes", "phrases"] as const);
	const isNatural = manner !== "prefixes" && choice.oneIn(3);
	return {
		table: choice.pick(manner === "phrases" ? collations.filter((name) => !name.endsWith("_bin")) : collations),
		columns: manner === "phrases" ? "a" : choice.pick(["a, b", "b, a"]),
		search: isNatural ? naturalSearch(choice, manner) : booleanSearch(choice, manner),
		mode: !isNatural
			? "in boolean mode"
			: choice.pick(["", "in natural language mode", ...(manner === "plain" ? ["with query expansion"] : [])]),
	};
}

const beside = hasMariadb() ? test : test.skip;

beside(`${searches} searches`, async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-fulltext-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const directory = join(folder, "ours");
	mkdirSync(directory);
	// A rank contains the estimated number of rows, which InnoDB counts anew in the background while rows arrive.
	const peer = (await startMariadb(folder, ["--innodb-stats-auto-recalc=OFF"]))!;
	t.teardown(() => peer.stop());
	const server = await startTestServer({ release: "2.1.7", directory });
	t.teardown(() => server.stop());
	const { host, port, user } = peer.address;
	const ours = await createConnection({ host, port: server.mysqlPort, user });
	t.teardown(() => ours.destroy());
	const theirs = await createConnection({ host, port, user });
	t.teardown(() => theirs.destroy());

	const choice = new Choice(seed);
	for (const connection of [ours, theirs]) {
		await connection.query("create database search");
		await connection.query("use search");
	}
	const rows = Array.from({ length: documents }, (_, id) => [id, documentText(choice), documentText(choice)]);
	for (const collation of collations) {
		for (const connection of [ours, theirs]) {
			await connection.query(
				`create table ${collation} (id int primary key, a varchar(500), b text, fulltext key (a), fulltext key (a, b)) ` +
					`engine=InnoDB charset utf8mb4 collate ${collation}`,
			);
			await connection.query(`insert into ${collation} values ?`, [rows]);
			await connection.query(`analyze table ${collation}`);
		}
	}
	let found = 0;
	const differences: object[] = [];
	for (let at = 0; at < searches; at++) {
		const asked = askedBy(choice);
		const wanted = await answerOf(theirs, asked);
		const given = await answerOf(ours, asked);
		found += given.length > 0 ? 1 : 0;
		if (given.join() !== wanted.join()) {
			differences.push({ ...asked, given, wanted });
		}
	}
	t.deepEqual(differences, []);
	t.true(found > searches / 2, "most searches find something");
});
