/**
 * The long questions: over all orders, joined with customers, over ranges, and the fetch of many rows.
 *
 * In: nothing. Out: the questions with their goals.
 */
import type { Plan } from "../plan.ts";
import { days, regions } from "../table/orders.ts";
import type { Question } from "./question.ts";
import type { Goal, TableName } from "./trial.ts";

const overAll: Goal = { least: 3, stretch: 7 };
const overTwo: Goal = { least: 3, stretch: 10 };
const overRange: Goal = { least: 1, stretch: 2 };
const fetching: Goal = { least: 1, stretch: 1.5 };

export const questions: readonly Question[] = [
	ask("count", overAll, "SELECT count(*) FROM orders"),
	ask("sum with filter", overAll, "SELECT sum(quantity * 2 + day) FROM orders WHERE quantity > 50"),
	ask("group by 1,000", overAll, "SELECT shop, count(*), sum(quantity) FROM orders GROUP BY shop"),
	ask("decimal average by group", overAll, "SELECT shop, avg(price) FROM orders GROUP BY shop"),
	ask("top 10", overAll, "SELECT id, price, note FROM orders ORDER BY price DESC, id LIMIT 10"),
	ask("count distinct, integers", overAll, "SELECT count(DISTINCT customer) FROM orders"),
	ask("count distinct, texts", overAll, "SELECT count(DISTINCT note) FROM orders"),
	ask("like '%x%'", overAll, "SELECT count(*) FROM orders WHERE note LIKE '%1234%'"),
	ask(
		"join and group",
		overTwo,
		"SELECT region, count(*), sum(price) FROM orders JOIN customers ON customers.id = orders.customer GROUP BY region",
		"customers",
	),
	ask(
		"in (subquery)",
		overTwo,
		`SELECT count(*), sum(quantity) FROM orders WHERE customer IN (SELECT id FROM customers WHERE ` +
			`region <= ${regions / 4})`,
		"customers",
	),
	{ ...ask("fetch rows", fetching, ""), sql: ({ fetchRows }) => `SELECT * FROM orders WHERE id <= ${fetchRows}` },
	{
		...ask("count over a primary-key range", overRange, ""),
		sql: ({ orderRows }: Plan) =>
			`SELECT count(*) FROM orders WHERE id BETWEEN ${orderRows * 0.4} AND ${orderRows * 0.5}`,
	},
	ask(
		"group by over an index range",
		overRange,
		`SELECT shop, count(*), sum(quantity) FROM orders WHERE day BETWEEN ${days * 0.5} AND ${days * 0.51} GROUP BY shop`,
	),
];

/** The family is the name in one word, for `--only`. */
function ask(name: string, goal: Goal, sql: string, ...others: readonly TableName[]): Question {
	return {
		name,
		family: name.replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, ""),
		goal,
		tables: ["orders", ...others],
		sql: () => sql,
	};
}
