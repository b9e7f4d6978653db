/**
 * ORs over several tables, which the planner reads for what they imply of each, beside the same conditions over the
 * product of the tables, of which nothing is implied.
 */
import test from "ava";
import fc from "fast-check";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const columns = ["a.x", "a.y", "b.x", "b.y"] as const;
const column = fc.constantFrom(...columns);
const condition = fc.oneof(
	fc.tuple(column, fc.constantFrom("=", "<", "<>", "<=>"), column).map((words) => words.join(" ")),
	fc.tuple(column, fc.constantFrom("=", ">"), fc.constantFrom("0", "1", "2", "null")).map((words) => words.join(" ")),
	fc.tuple(column, fc.constantFrom("is null", "in (1, 2)", "between 1 and 2")).map((words) => words.join(" ")),
);
/** Some conditions come in every side. */
const either = fc
	.tuple(
		fc.array(condition, { maxLength: 2 }),
		fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
	)
	.map(([shared, sides]) =>
		sides.map((side, at) => `(${[...side, ...shared.slice(at % 2)].join(" and ")})`).join(" or "),
	);

/** The same over the product's columns. */
function overProduct(words: string): string {
	return words.replaceAll(/\b([ab])\.([xy])\b/g, "`$1$2`");
}

test("an OR over two tables means what it means over their product", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const ask = (sql: string): Promise<unknown> => answerOf(session, sql);
	await ask("use test");
	await ask("create table a (id int primary key, x int, y int, key (x))");
	await ask("create table b (id int primary key, x int, y int, key (x, y))");
	const values = [null, 0, 1, 2];
	const rows = values.flatMap((x) => values.map((y) => [x, y] as const));
	const list = rows.map(([x, y], id) => `(${id}, ${x}, ${y})`).join(", ");
	await ask(`insert into a values ${list}`);
	await ask(`insert into b values ${list}`);
	await ask(
		"create table p as select a.id aid, a.x ax, a.y ay, b.id bid, b.x bx, b.y `by` from a, b order by a.id, b.id",
	);
	await fc.assert(
		fc.asyncProperty(either, async (where) => {
			const inner = await ask(`select a.id aid, b.id bid from a, b where ${where} order by a.id, b.id`);
			const product = await ask(`select aid, bid from p where ${overProduct(where)} order by aid, bid`);
			t.deepEqual(inner, product, where);
			const outer = await ask(`select a.id aid, b.id bid from a left join b on ${where} order by a.id, b.id`);
			const found = await ask(
				`select a.id aid, p.bid from a left join p on p.aid = a.id and (${overProduct(where)}) order by a.id, p.bid`,
			);
			t.deepEqual(outer, found, where);
		}),
		{ numRuns: 300 },
	);
	await kernel.close();
});
