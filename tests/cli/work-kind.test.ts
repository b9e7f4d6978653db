/**
 * The kind of a server's work: mixed while many of its requests are planned, steady while few are.
 */
import test from "ava";
import { followWork, type WorkKind } from "../../apps/cli/engine/work-kind.ts";
import { PlanCount } from "../../core/session/plan-cache/plan-count.ts";
import { answerOf, connectTest, openTestKernel } from "../client.ts";

test("work is mixed from a plan on, until a window has few", (t) => {
	const [arrivals, plans] = [{ arrived: 0 }, new PlanCount()];
	const told: WorkKind[] = [];
	const windows: (() => void)[] = [];
	followWork(
		{ arrivals, plans },
		(kind) => told.push(kind),
		(look) => windows.push(look),
	);
	const endWindow = (): void => windows.shift()?.();
	t.deepEqual([told, windows.length], [["steady"], 0]);
	plans.add();
	t.deepEqual([told, windows.length], [["steady", "mixed"], 1]);
	// One request of ten makes a plan.
	arrivals.arrived += 100;
	for (let count = 0; count < 10; count++) {
		plans.add();
	}
	endWindow();
	t.deepEqual([told.length, windows.length], [2, 1]);
	// None, though nothing is asked either: no window is left.
	endWindow();
	t.deepEqual([told.slice(2), windows.length], [["steady"], 0]);
	// One of a thousand.
	plans.add();
	plans.add();
	arrivals.arrived += 1000;
	endWindow();
	t.deepEqual([told.slice(3), windows.length], [["mixed", "steady"], 0]);
});

test("the kernel counts statements that it plans, and definitions", async (t) => {
	const kernel = await openTestKernel();
	const session = await connectTest(kernel);
	const plansOf = async (text: string): Promise<number> => {
		const before = kernel.plans.made;
		await answerOf(session, text);
		return kernel.plans.made - before;
	};
	t.true((await plansOf("create table t (id int primary key)")) > 0);
	t.is(await plansOf("select id from t where id = 1"), 1);
	t.is(await plansOf("select id from t where id = 2"), 0);
	t.is(await plansOf("select id from t where id > 2"), 1);
	t.true((await plansOf("truncate table t")) > 0);
});
