/**
 * Records of stored routines: one each, whatever else is in the database; older ones in their database's record.
 */
import { join } from "node:path";
import test from "ava";
import { decodeRecord, encodeRecord } from "../../core/catalog/record-codec.ts";
import type { DatabaseRecord, KeptRoutine } from "../../core/catalog/record.ts";
import { readAll } from "../../core/catalog/read-entries.ts";
import { databaseKey, spaces } from "../../core/store/encoding/keys.ts";
import { openLmdbStore } from "../../core/store/lmdb/lmdb.ts";
import type { Write } from "../../core/store/contract.ts";
import { runVerso, temporaryFolder } from "../cli/program.ts";

async function run(directory: string, input: string): Promise<string> {
	const { stdout, stderr } = await runVerso(["run", "-", "--data-dir", directory], { input });
	return stdout + stderr;
}

test("a new routine leaves the record of its database", async (t) => {
	const directory = join(temporaryFolder(t), "data");
	const sizes = async (): Promise<readonly number[]> => {
		const store = openLmdbStore({ path: join(directory, "verso.mdb") });
		const snapshot = store.snapshot();
		const found = (await readAll(snapshot, spaces.databases)).map(({ value }) => value.length);
		snapshot.release();
		await store.close();
		return found;
	};
	await run(directory, "create procedure first() select 1;");
	const before = await sizes();
	await run(directory, "create procedure second() select 2; create function third() returns int return 3;");
	t.deepEqual(await sizes(), before);
});

test("routines in the record of their database are called, altered, dropped, and stand beside new ones", async (t) => {
	const directory = join(temporaryFolder(t), "data");
	await run(
		directory,
		"create procedure one() select 1; create procedure two() select 2; create function three() returns int return 3;",
	);
	const store = openLmdbStore({ path: join(directory, "verso.mdb") });
	const snapshot = store.snapshot();
	const kept = await readAll(snapshot, spaces.routines);
	const records = kept.map(({ value }) => decodeRecord<KeptRoutine>(value));
	const [{ databaseId }] = records as [KeptRoutine];
	const database = (await readAll(snapshot, spaces.databases))
		.map(({ value }) => decodeRecord<DatabaseRecord>(value))
		.find(({ id }) => id === databaseId)!;
	snapshot.release();
	const routines = records.map(({ id: _id, databaseId: _databaseId, ...older }) => older);
	const writes: Write[] = [
		...kept.map(({ key }) => ({ key, value: null })),
		{ key: databaseKey(databaseId), value: encodeRecord({ ...database, routines }) },
	];
	await store.commit({ writes, conditions: [] });
	await store.close();
	t.is(kept.length, 3);

	const list = "select routine_name, routine_comment from information_schema.routines order by 1";
	const printed = await run(
		directory,
		`call one(); alter procedure one comment 'altered'; call one(); drop procedure two; create procedure four() select
		three(); call four(); ${list};`,
	);
	t.deepEqual(printed.trimEnd().split("\n"), [
		...["1", "1", "1", "1", "three()", "3"],
		...["routine_name\troutine_comment", "four\t", "one\taltered", "three"],
	]);
	t.regex(await run(directory, "create procedure one() select 1;"), /1304/);
	t.regex(await run(directory, "call two();"), /1305/);
	t.is((await runVerso(["check", directory])).exitCode, 0);
	await run(directory, "create database other; use other; create procedure p() select 1; drop database other;");
	t.is((await runVerso(["check", directory])).exitCode, 0);
});
