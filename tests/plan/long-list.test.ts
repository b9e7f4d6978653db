/**
 * IN of lists that are bound as one function, beside the same lists with one term more, which are bound one by one.
 */
import test from "ava";
import { longestList } from "../../core/plan/bind/long-list.ts";
import { longestRowList } from "../../core/plan/bind/row-comparison.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

function many(count: number, term: (at: number) => string): string[] {
	return Array.from({ length: count }, (_, at) => term(at));
}

/** By kind: numbers, texts, both, numbers of all lengths. */
const lists: readonly string[][] = [
	many(longestList + 1, (at) => String(at * 3)),
	many(longestList + 1, (at) => `'${at * 3}'`),
	many(longestList + 1, (at) => (at % 2 === 0 ? String(at) : `'X${at}'`)),
	many(longestList + 1, (at) => (at % 1000 === 0 ? String(18446744073709551615n - BigInt(at)) : `00${at * 7}`)),
];
const rows = many(longestRowList + 1, (at) => `(${at}, 'x${at % 7}')`);
const columns = ["a", "b", "a", "h", "b", "a", "b", "d", "e", "g", "f", "c", "h", "'x6'"];

test("a long list of literals means what its terms mean", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(
		session,
		"create table x (k int primary key, a int, b varchar(20), c date, d decimal(10,2), e enum('x', '1', '3'), " +
			"f year, g double, h bigint unsigned, key (a), key (b, a))",
	);
	await answerOf(
		session,
		"insert into x values (1, 3, '3', '2020-01-01', 1, 'x', 2020, 3, 3), (2, 2, 'x6', null, 9.5, '1', null, 7, 7), " +
			"(3, null, 'é', '2021-01-01', null, null, 2021, null, null), (4, 7, null, '2020-01-01', 0, '3', 2020, 0, 0), " +
			"(5, 6, 'X6', null, 6, 'x', 2000, 2, 18446744073709551615), (6, 9, '', '2019-02-03', 9, '1', 1999, 9.5, 9)",
	);
	for (const [at, column] of columns.entries()) {
		const list = lists[at % lists.length]!;
		const [long, single] = await both(
			(more) => `select k, ${column} in (${list.join()}${more}) as found from x`,
			", -77777",
		);
		t.is(long, single, `${column} in (${list[1]}, ${list[2]} ...)`);
	}
	for (const pair of ["(a, b)", "(b, a)", "(h, b)", "(d, e)", "(k, null)", "(f, b)", "(2, 'x2')"]) {
		const [long, single] = await both(
			(more) => `select k, ${pair} in (${rows.join()}${more}) as found from x`,
			", (-7, -7)",
		);
		t.is(long, single, pair);
	}
	const twice = `select k from x where a in (${lists[0]!.join()}) or a in (${lists[3]!.join()}) order by k`;
	t.is(await answerOf(session, twice), "k\n1\n4\n5\n6");
	await kernel.close();

	async function both(statement: (more: string) => string, more: string): Promise<readonly [string, string]> {
		return [await answerOf(session, statement("")), await answerOf(session, statement(more))];
	}
});
