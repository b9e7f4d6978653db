/**
 * CHECK TABLE: reports inconsistencies of rows and indexes.
 */
import test from "ava";
import { contentsPrefix, rangeOf, rowPrefix, spaces } from "../../core/store/encoding/keys.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { readAll } from "../store/conformance.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("a missing index entry is found", async (t) => {
	const store = openMemoryStore();
	const kernel = await openMemoryKernel({ release: "2.1.7" }, store);
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	for (const sql of [
		"create table t (a int primary key, b int, key (b))",
		"insert into t values (1, 10), (2, 20)",
		"create view v as select a from t",
	]) {
		t.is((await answerOf(session, sql)).slice(0, 2), "ok");
	}
	t.deepEqual((await answerOf(session, "check table t, v, gone")).split("\n").slice(1), [
		"test.t\tcheck\tstatus\tOK",
		"test.v\tcheck\tstatus\tOK",
		"test.gone\tcheck\tError\tTable 'test.gone' doesn't exist",
		"test.gone\tcheck\tstatus\tOperation failed",
	]);
	const snapshot = store.snapshot();
	const records = (await readAll(snapshot, rangeOf(spaces.tables))).map(
		([, text]) => JSON.parse(text!) as { readonly id: number; readonly name: string },
	);
	const { id } = records.find(({ name }) => name === "t")!;
	const entry = (await readAll(snapshot, rangeOf(contentsPrefix(id)))).find(([key]) => !key.startsWith(rowPrefix(id)));
	snapshot.release();
	await store.commit({ writes: [{ key: entry![0], value: null }], conditions: [] });
	t.deepEqual((await answerOf(session, "check table t")).split("\n").slice(1), [
		"test.t\tcheck\tWarning\ttest.t, index b: The row (1, 10) has no entry.",
		"test.t\tcheck\terror\tCorrupt",
	]);
});
