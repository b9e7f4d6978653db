/**
 * Works with the built library: makes the states that new databases begin with, then leaves compiled code of what applications ask for.
 *
 *     node library-warm-up.mjs FOLDER states      writes library/new/*.bytes
 *     node library-warm-up.mjs FOLDER code        the library keeps its code when the process ends
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { everyday, making } from "./conversation.mjs";

const [folder, task] = process.argv.slice(2);
const { open } = createRequire(join(folder, "_"))("./database.cjs");

await { states, code }[task]();

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

async function code() {
	const db = await open();
	const connection = await createConnection(db.config());
	for (const statement of [...making, ...everyday]) {
		const [sql, ...values] = [statement].flat();
		await (values.length > 0 ? connection.execute(sql, values) : connection.query(sql));
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
