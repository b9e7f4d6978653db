/**
 * Memory that all sessions share: values of user variables, and write sets of open transactions.
 */
import test from "ava";
import { UserVariables } from "../../core/session/client/user-variables.ts";
import { WriteSets } from "../../core/session/run/write-limit.ts";
import { MemoryPool } from "../../core/exec/spill/memory-pool.ts";
import { sqlType } from "../../core/types/value/type.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const text = (length: number) => ({ type: sqlType("varchar", { length }), value: "x".repeat(length) });

test("user variables share a limit, and give their memory back", (t) => {
	const pool = new MemoryPool(10_000);
	const [one, other] = [new UserVariables(pool), new UserVariables(pool)];
	one.set("a", text(6000));
	t.throws(() => other.set("a", text(6000)), { message: /^Out of memory/ });
	t.is(other.get("a"), undefined);
	one.set("A", text(10));
	other.set("a", text(6000));
	t.is(one.get("a")?.value, "x".repeat(10), "the same name");
	one.clear();
	other.clear();
	t.is(pool.taken, 0);
});

test("large write sets of open transactions share a limit; ended ones do not count", (t) => {
	const sets = new WriteSets(10 << 20);
	const transaction = (bytes: number) => ({ bytes, isFinished: false });
	const [one, two] = [transaction(6 << 20), transaction(6 << 20)];
	t.true(sets.fits(one));
	t.false(sets.fits(two));
	t.true(sets.fits(transaction(1000)), "a small one is not counted");
	one.isFinished = true;
	t.true(sets.fits(two));
	two.bytes = 11 << 20;
	t.false(sets.fits(two), "alone, too");
});

test("sessions that end leave nothing in the account", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	// 300 times 4 MB beside each other would be more than a quarter of the heap.
	for (let times = 0; times < 30; times++) {
		const session = await connectRoot(kernel);
		for (let at = 0; at < 10; at++) {
			t.is(await answerOf(session, `set @a${at} = repeat('x', 4000000)`), "ok");
		}
		session.close();
	}
	const session = await connectRoot(kernel);
	let refused = "";
	for (let at = 0; at < 2000 && refused === ""; at++) {
		const answer = await answerOf(session, `set @a${at} = repeat('x', 4000000)`);
		refused = answer === "ok" ? "" : answer;
	}
	t.regex(refused, /^ERROR 1041/);
	t.is(await answerOf(await connectRoot(kernel), "select 1"), "1\n1");
	session.close();
	t.is(await answerOf(await connectRoot(kernel), "set @b = repeat('x', 4000000)"), "ok");
});
