/**
 * Works with the library: makes the states that new databases begin with, and has V8 compile what applications ask for.
 *
 *     node library-warm-up.mjs FOLDER states      writes library/new/*.bytes
 *     node library-warm-up.mjs FOLDER making DIR  saves a database with tables
 *     node library-warm-up.mjs FOLDER first DIR   opens a new database and one that begins with those tables, and reads a row
 *     node library-warm-up.mjs FOLDER everyday    what applications and their tests ask for
 *
 * FOLDER: the bundle, whose parts keep their code when the process ends, or the compiled sources.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createConnection } from "mysql2/promise";
import { ask, everyday, first, making } from "./conversation.mjs";

const [folder, task, saved] = process.argv.slice(2);
const bundled = join(folder, "database.cjs");
const { open } = existsSync(bundled)
	? createRequire(bundled)(bundled)
	: await import(pathToFileURL(join(folder, "apps", "embed", "index.js")).href);

await { states, making: make, first: askOnce, everyday: askAll }[task]();

/** `releases`: pages, from the compiled sources. */
async function states() {
	const { releases } = await import("../../dist/plugins/index.js");
	const place = join(folder, "library", "new");
	mkdirSync(place, { recursive: true });
	for (const { name } of releases) {
		for (const as of ["documented", "measured"]) {
			const db = await open({ version: name, as });
			writeFileSync(join(place, `${name}-${as}.bytes`), await db.save());
			await db.close();
		}
	}
}

async function make() {
	const db = await open();
	for (const statement of making) {
		await db.query(statement);
	}
	await db.save(saved);
	await db.close();
}

async function askOnce() {
	await (await open()).close();
	const db = await open({ from: saved });
	const connection = await createConnection(db.config());
	for (const statement of first) {
		await connection.query(statement);
	}
	await connection.end();
	await db.query("select c from warm.up where id = ?", [1]);
	await db.close();
}

async function askAll() {
	const db = await open();
	const connection = await createConnection(db.config());
	for (const statement of [...making, ...everyday]) {
		await ask(connection, statement);
		const [, ...values] = [statement].flat();
		await db.query(`select ${values.map(() => "?").join(" <=> ") || 1}`, values);
	}
	await connection.end();
	const snapshot = await db.snapshot();
	await db.query("insert into warm.plain (k, c) values (?, ?)", [1, "one"]);
	await db.restore(snapshot);
	const fork = await db.fork();
	await fork.run(
		"create table more (a int primary key, b varchar(10) not null default 'x'); insert into more (a) values (1)",
	);
	await fork.sql`select * from more where a = ${1}`;
	await fork.close();
	await db.close();
}
