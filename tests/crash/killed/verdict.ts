/**
 * Compares the contents of a restarted server with the acknowledged changes.
 *
 * No finding if every acknowledged change is there, none is half done, no id was given twice, and all foreign keys,
 * partitions, generated columns and indexes are consistent.
 */
import type { Connection, RowDataPacket } from "mysql2/promise";
import { askConnection } from "../features/ask.ts";
import { readFeatureRows } from "../features/contents.ts";
import { findBrokenInvariants } from "../features/invariant.ts";
import { featureTables } from "../features/tables.ts";
import type { Cast } from "./cast.ts";
import { definedNames, indexedTables } from "./definition-step.ts";
import { accountCount, cellCount, hotColumn, openingBalance, type Writer } from "./writer.ts";

type Rows = readonly (readonly (string | number)[])[];

/** Large; `verso check` compares its index with its rows. */
const uncheckedTables = ["bulk"];

export async function setUp(connection: Connection, { writers, featureWriters }: Cast): Promise<void> {
	const accounts = Array.from({ length: accountCount }, (_, at) => `(${at + 1}, 'owner ${at % 5}', ${openingBalance})`);
	const cells = writers.flatMap(({ number }) =>
		Array.from({ length: cellCount }, (_, slot) => `(${number * 100 + slot}, 0, '')`),
	);
	const hot = writers.map(({ number }) => hotColumn(number));
	for (const sql of [
		"CREATE TABLE journal (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, writer INT, sequence INT, body " +
			"VARCHAR(500), UNIQUE (writer, sequence), KEY (body(20)))",
		"CREATE TABLE cells (id INT NOT NULL PRIMARY KEY, version INT, filler VARCHAR(60), KEY (version))",
		"CREATE TABLE accounts (id INT NOT NULL PRIMARY KEY, owner VARCHAR(20), balance INT, KEY (owner, balance))",
		"CREATE TABLE transfers (writer INT, sequence INT, source INT, target INT, amount INT, KEY (source), " +
			"KEY (target), UNIQUE (writer, sequence))",
		"CREATE TABLE bulk (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, batch INT, v INT, body VARCHAR(60), KEY (batch))",
		`CREATE TABLE hot (id INT NOT NULL PRIMARY KEY, total INT NOT NULL, ${hot.map((name) => `${name} INT NOT NULL`).join()})`,
		`INSERT INTO hot VALUES (0, 0, ${hot.map(() => "0").join()})`,
		`INSERT INTO accounts VALUES ${accounts.join(", ")}`,
		`INSERT INTO cells VALUES ${cells.join(", ")}`,
		...featureTables,
	]) {
		await connection.query(sql);
	}
	for (const { ledger } of writers) {
		const cellRows = Array.from({ length: cellCount }, (_, slot) => [`cell ${slot}`, "0 "] as const);
		ledger.send([...cellRows, ["hot", "0"]]);
		ledger.acknowledge();
	}
	for (const writer of featureWriters) {
		await writer.begin(connection);
	}
}

export class Verdict {
	/** The row that each id was ever given to. */
	readonly #owners = new Map<number, string>();

	async pass(connection: Connection, { writers, featureWriters, definer, loader }: Cast): Promise<string[]> {
		const broken = await findBrokenInvariants(askConnection(connection), "test", uncheckedTables);
		const features = await readFeatureRows(askConnection(connection));
		const journal = await select(connection, "SELECT writer, sequence, body, id FROM journal");
		const cells = await select(connection, "SELECT id, version, filler FROM cells");
		const hot = await select(
			connection,
			`SELECT total, ${writers.map(({ number }) => hotColumn(number)).join()} FROM hot`,
		);
		const transfers = await select(connection, "SELECT writer, sequence, source, target, amount FROM transfers");
		const accounts = await select(connection, "SELECT id, balance FROM accounts");
		const definitions = await readDefinitions(connection);
		const wrong = [
			...broken,
			...this.#checkIds(writers, journal),
			...checkBalances(accounts, transfers),
			...checkHot(hot),
		];
		for (const writer of featureWriters) {
			wrong.push(...writer.settle(features.get(writer.number) ?? new Map()), ...writer.faults.splice(0));
		}
		for (const [at, writer] of writers.entries()) {
			const found = new Map([["hot", String(hot[0]?.[at + 1])]]);
			journal
				.filter(([owner]) => owner === writer.number)
				.forEach(([, sequence, body]) => found.set(`journal ${sequence}`, String(body)));
			transfers
				.filter(([owner]) => owner === writer.number)
				.forEach(([, sequence, ...rest]) => found.set(`transfer ${sequence}`, rest.join(" ")));
			cells
				.filter(([id]) => Math.floor(Number(id) / 100) === writer.number)
				.forEach(([id, version, filler]) => found.set(`cell ${Number(id) % 100}`, `${version} ${filler}`));
			wrong.push(...writer.ledger.settle(found), ...writer.faults.splice(0));
		}
		const batches = await select(
			connection,
			"SELECT batch, COUNT(*), SUM(v), MIN(LENGTH(body)) FROM bulk GROUP BY batch",
		);
		const loaded = loader.ledger.settle(new Map(batches.map(([batch, ...rest]) => [`batch ${batch}`, rest.join(" ")])));
		return [
			...wrong,
			...definer.settle(definitions),
			...loaded,
			...definer.faults.splice(0),
			...loader.faults.splice(0),
		];
	}

	#checkIds(writers: readonly Writer[], journal: Rows): string[] {
		const told = writers.flatMap((writer) => writer.ids.splice(0));
		const found = journal.map(([writer, sequence, , id]) => ({ id: Number(id), row: `${writer} ${sequence}` }));
		const wrong: string[] = [];
		for (const { id, row } of [...told, ...found]) {
			const owner = this.#owners.get(id) ?? row;
			this.#owners.set(id, owner);
			if (owner !== row) {
				wrong.push(`id ${id} was given to row ${owner}, and again to row ${row}`);
			}
		}
		return wrong;
	}
}

/** The sum of money is constant, and each balance matches the transfers. */
function checkBalances(accounts: Rows, transfers: Rows): string[] {
	const balances = new Map(accounts.map(([id]) => [id, openingBalance]));
	for (const [, , source = 0, target = 0, amount] of transfers) {
		balances.set(source, (balances.get(source) ?? 0) - Number(amount));
		balances.set(target, (balances.get(target) ?? 0) + Number(amount));
	}
	return accounts
		.filter(([id = 0, balance]) => balances.get(id) !== balance)
		.map(([id = 0, balance]) => `account ${id} holds ${balance}, but its transfers make ${balances.get(id)}`);
}

/** No increment of the hot row is lost, or counted in one column alone. */
function checkHot([row = []]: Rows): string[] {
	const [total, ...own] = row.map(Number);
	const sum = own.reduce((left, right) => left + right, 0);
	return total === sum ? [] : [`the hot row's sum is ${total}, but its columns make ${sum}`];
}

async function readDefinitions(connection: Connection): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (const table of definedNames) {
		if ((await select(connection, `SHOW TABLES LIKE '${table}'`)).length > 0) {
			const columns = (await select(connection, `SHOW COLUMNS FROM ${table}`)).map(([name]) => name);
			const [[rows] = []] = await select(connection, `SELECT COUNT(*) FROM ${table}`);
			const [[partitions] = []] = await select(
				connection,
				"SELECT GROUP_CONCAT(partition_name ORDER BY partition_ordinal_position) FROM " +
					`information_schema.partitions WHERE table_schema = 'test' AND table_name = '${table}'`,
			);
			const [[foreignKeys] = []] = await select(
				connection,
				"SELECT GROUP_CONCAT(constraint_name) FROM information_schema.referential_constraints " +
					`WHERE constraint_schema = 'test' AND table_name = '${table}'`,
			);
			const indexes = await indexesOf(connection, table);
			found.set(table, [columns.join(","), indexes.join(","), rows, partitions ?? "", foreignKeys ?? ""].join("/"));
		}
	}
	for (const table of indexedTables) {
		if ((await indexesOf(connection, table)).includes("extra")) {
			found.set(`${table} extra`, "extra");
		}
	}
	return found;
}

async function indexesOf(connection: Connection, table: string): Promise<string[]> {
	return [...new Set((await select(connection, `SHOW INDEX FROM ${table}`)).map((row) => String(row[2])))].sort();
}

async function select(connection: Connection, sql: string): Promise<Rows> {
	const [rows] = await connection.query<RowDataPacket[][]>(sql);
	return rows as unknown as Rows;
}
