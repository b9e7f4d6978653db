/**
 * Hidden row ids of two servers on one store that generate the same ones: no row is lost.
 */
import test from "ava";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { storePath } from "../../store/directory.ts";

test.serial("two servers with equal hidden row ids do not overwrite each other's rows", async (t) => {
	const path = storePath(t);
	const random = Math.random;
	// A server's first id is one of a thousand random ones.
	Math.random = () => 0.5;
	const kernels = [
		await openMemoryKernel({}, openLoggedStore({ path })),
		await openMemoryKernel({}, openLoggedStore({ path })),
	];
	Math.random = random;
	const [one, other] = await Promise.all(kernels.map((kernel) => connectRoot(kernel)));
	t.is(await answerOf(one!, "create table t (a int, key (a))"), "ok");
	for (let row = 0; row < 20; row++) {
		t.is(await answerOf(row % 3 === 0 ? one! : other!, `insert into t values (${row}), (${row + 100})`), "ok");
	}
	const both = Array.from({ length: 20 }, (_, row) => [
		answerOf(one!, `insert into t values (${row + 200})`),
		answerOf(other!, `insert into t values (${row + 300})`),
	]);
	t.deepEqual(new Set(await Promise.all(both.flat())), new Set(["ok"]));
	for (const session of [one!, other!]) {
		t.is(await answerOf(session, "select count(*), count(distinct a) from t"), "count(*)\tcount(distinct a)\n80\t80");
		t.is(await answerOf(session, "select count(*) from t force index (a) where a >= 0"), "count(*)\n80");
	}
	for (const kernel of kernels) {
		await kernel.close();
	}
});
