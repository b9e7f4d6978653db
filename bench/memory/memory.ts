/**
 * `npm run bench -- --memory`: how much memory work over many rows takes.
 *
 * In: options, verso. Out: for each step the most that its process held; exit code 1 beyond 2 GiB. Linux only
 * (`/proc`): a sample every 20 ms of what is its own, and the system's own high mark of all that was resident.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Options } from "../options.ts";
import type { Peer } from "../peer/peer.ts";
import { printTime } from "../report/figure.ts";
import { writeReport } from "../report/output.ts";
import { printTable } from "../report/report.ts";
import { Random } from "../random.ts";
import { Station } from "../station.ts";
import { fillTable, makeRows } from "../table/fill.ts";
import { customers, orders } from "../table/orders.ts";
import type { Connection } from "../wire/connection.ts";

const mostBytes = 2 ** 31;
const sampleMs = 20;
const rowsPerPiece = 10_000;
const table = orders(10_000);

const questions: readonly (readonly [name: string, sql: string])[] = [
	["count", "SELECT count(*) FROM orders"],
	["sum", "SELECT sum(quantity * 2 + day) FROM orders WHERE quantity > 50"],
	["1,000 groups", "SELECT shop, count(*), sum(quantity) FROM orders GROUP BY shop"],
	["fetch of all rows", "SELECT * FROM orders"],
	["sort of all rows", "SELECT id, note FROM orders ORDER BY note"],
	["a group a row", "SELECT note, count(*) FROM orders GROUP BY note"],
	["count(DISTINCT text)", "SELECT count(DISTINCT note) FROM orders"],
	["DISTINCT rows", "SELECT DISTINCT note, price FROM orders"],
	["join of all with all by text", "SELECT count(*) FROM orders a JOIN orders b ON b.note = a.note"],
	[
		"IN (SELECT) of half of them",
		"SELECT count(*) FROM orders WHERE note IN (SELECT note FROM orders WHERE quantity > 50)",
	],
	["GROUP_CONCAT", "SELECT shop, GROUP_CONCAT(note) FROM orders GROUP BY shop"],
	["JSON_ARRAYAGG", "SELECT shop, length(JSON_ARRAYAGG(note)) FROM orders GROUP BY shop"],
	["UNION", "SELECT note FROM orders UNION SELECT concat(note, 'x') FROM orders"],
	[
		"derived tables",
		"SELECT count(*) FROM (SELECT note, count(*) c FROM orders GROUP BY note) a JOIN (SELECT DISTINCT " +
			"note FROM orders) b ON b.note = a.note",
	],
	["UPDATE of all rows", "UPDATE orders SET quantity = quantity + 1"],
	["DELETE of 200,000 rows", "DELETE FROM orders WHERE id <= 200000"],
	[
		"INSERT ... SELECT of 200,000 rows",
		"INSERT INTO orders SELECT id + 100000000, customer, shop, day, quantity, price, note FROM orders " +
			"WHERE id BETWEEN 200001 AND 400000",
	],
	["ADD INDEX", "ALTER TABLE orders ADD INDEX by_note (note)"],
];

export async function runMemory(
	options: Options,
	peer: Peer,
	machine: readonly (readonly [string, string])[],
	rows: number,
	say: (text: string) => void,
): Promise<void> {
	const station = new Station(peer, options.plan);
	await station.clear();
	const connection = await station.connection();
	await fillTable(customers, "customers", 10_000, [connection]);
	const process = peer.processes()[0] ?? 0;
	const lines: string[][] = [];
	let most = 0;
	const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
		const { resident, own, tookMs } = await watched(process, work);
		most = Math.max(most, resident);
		lines.push([name, printSize(resident), printSize(own), printTime(tookMs * 1000)]);
		say(lines.at(-1)!.join("  "));
	};
	await step("LOAD DATA", () => load(connection, rows));
	for (const [name, sql] of questions) {
		await step(name, () => connection.query(sql));
	}
	station.quit();
	const report = `# Memory over ${rows.toLocaleString("en")} rows of 100 bytes

${new Date().toISOString().slice(0, 10)}. The most that the process held during each step.

${printTable(["step", "resident", "own", "took"], lines)}
## Machine

${printTable(["what", ""], machine)}`;
	writeReport(report, options.output);
	if (most > mostBytes) {
		say(`bench: ${printSize(most)} are more than 2 GiB`);
		globalThis.process.exitCode = 1;
	}
}

/** In one statement; the file is made while it is sent. */
async function load(connection: Connection, rows: number): Promise<void> {
	await connection.query("DROP TABLE IF EXISTS orders");
	await connection.query(table.create("orders"));
	const random = new Random(5);
	const pieces: Buffer[] = [];
	for (let first = 1; first <= rows; first += rowsPerPiece) {
		const made = makeRows(table, first, Math.min(rows, first + rowsPerPiece - 1), random);
		pieces.push(Buffer.from(made.map((row) => `${row.join("\t")}\n`).join(""), "latin1"));
	}
	connection.file = pieces;
	await connection.query("LOAD DATA LOCAL INFILE 'orders.txt' INTO TABLE orders");
	connection.file = [];
}

async function watched(
	process: number,
	work: () => Promise<unknown>,
): Promise<{ readonly resident: number; readonly own: number; readonly tookMs: number }> {
	forgetHighMark(process);
	let own = 0;
	const timer = setInterval(() => {
		own = Math.max(own, statusBytes(process, "RssAnon"));
	}, sampleMs);
	const began = performance.now();
	try {
		await work();
	} finally {
		clearInterval(timer);
	}
	return {
		resident: statusBytes(process, "VmHWM"),
		own: Math.max(own, statusBytes(process, "RssAnon")),
		tookMs: performance.now() - began,
	};
}

function forgetHighMark(process: number): void {
	try {
		writeFileSync(`/proc/${process}/clear_refs`, "5");
	} catch {
		// Then the mark is that of all steps so far.
	}
}

function statusBytes(process: number, name: string): number {
	const found = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${process}/status`, "latin1"));
	return Number(found?.[1] ?? 0) * 1024;
}

function printSize(bytes: number): string {
	return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
