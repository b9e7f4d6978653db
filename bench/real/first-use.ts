/**
 * Twenty classes of statements, each met by a process that has just been started.
 *
 * In: nothing. Out: for each class what must be there, and its statements: the first is what counts, the others tell
 * how soon it gets cheap.
 */
import { each, type Goal } from "./work.ts";

export interface FirstUse {
	readonly name: string;
	readonly goal: Goal | null;
	/** The statement of a call, counted from 1. */
	readonly statement: (call: number) => string;
}

const infoSchema = "24 to 83 ms";

export const firstUses: readonly FirstUse[] = [
	use("select by key", (call) => `SELECT text FROM item WHERE id = ${call}`),
	use(
		"select of a range, ordered",
		(call) => `SELECT id, text FROM item WHERE kind = ${call % 20} ORDER BY text LIMIT 10`,
	),
	use(
		"another shape each time",
		(call) =>
			`SELECT id${", number".repeat(call % 10)} FROM item WHERE id = ${call}${` AND kind >= ${call}`.repeat(1 + Math.floor(call / 10))}`,
	),
	use(
		"join of 20,000 rows with 1,000, grouped",
		() =>
			"SELECT k.name, count(*), sum(i.number) FROM item i JOIN kind k ON k.id = i.kind GROUP BY k.name ORDER BY k.name",
		each("ms", 40, "202 ms"),
	),
	use("count with a condition", (call) => `SELECT count(*) FROM item WHERE number > ${call}`),
	use(
		"IN (subquery)",
		(call) => `SELECT count(*) FROM item WHERE kind IN (SELECT id FROM kind WHERE name > 'kind ${call}')`,
	),
	use("UNION", (call) => `SELECT id FROM item WHERE id < ${call} UNION SELECT id FROM kind WHERE id < 5 ORDER BY id`),
	use("insert a row", (call) => `INSERT INTO item VALUES (${100_000 + call}, 1, 2, 'text')`),
	use(
		"insert 100 rows",
		(call) =>
			`INSERT INTO item VALUES ${Array.from({ length: 100 }, (_, at) => `(${200_000 + call * 100 + at}, 1, 2, 'text')`).join(", ")}`,
	),
	use("update by key", (call) => `UPDATE item SET text = 'changed' WHERE id = ${call}`),
	use(
		"update 5,000 rows",
		(call) => `UPDATE item SET number = number + 1 WHERE id BETWEEN ${call} AND ${call + 4999}`,
		each("ms", 40, "122 ms"),
	),
	use("delete 100 rows", (call) => `DELETE FROM item WHERE id BETWEEN ${call * 100} AND ${call * 100 + 99}`),
	use(
		"insert or update",
		(call) => `INSERT INTO item VALUES (${call}, 1, 2, 'text') ON DUPLICATE KEY UPDATE number = number + 1`,
	),
	use(
		"transaction",
		(call) => ["BEGIN", `SELECT * FROM item WHERE id = ${call} FOR UPDATE`, "COMMIT"][(call - 1) % 3]!,
	),
	use(
		"count of information_schema.columns",
		() => "SELECT count(*) FROM information_schema.columns",
		each("ms", 15, infoSchema),
	),
	use(
		"columns of one table",
		() =>
			"SELECT column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_schema = database() AND table_name = 'item' ORDER BY ordinal_position",
		each("ms", 15, infoSchema),
	),
	use(
		"foreign keys of a database",
		() =>
			"SELECT k.table_name, k.column_name, k.referenced_table_name, r.delete_rule FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name WHERE k.table_schema = database() ORDER BY k.table_name",
		each("ms", 15, infoSchema),
	),
	use("SHOW FULL COLUMNS", () => "SHOW FULL COLUMNS FROM item", each("ms", 15, infoSchema)),
	use("create and drop a table", (call) =>
		call % 2 === 1 ? "CREATE TABLE made (id INT PRIMARY KEY, text VARCHAR(20))" : "DROP TABLE made",
	),
	use("add and drop a column", (call) =>
		call % 2 === 1 ? "ALTER TABLE kind ADD COLUMN more INT" : "ALTER TABLE kind DROP COLUMN more",
	),
];

export function firstUseTables(rows: number): string[] {
	const statements = [
		"CREATE TABLE kind (id INT NOT NULL PRIMARY KEY, name VARCHAR(40) NOT NULL)",
		"CREATE TABLE item (id INT NOT NULL PRIMARY KEY, kind INT NOT NULL, number INT NOT NULL, text VARCHAR(100), KEY by_kind (kind))",
		"CREATE TABLE part (id INT NOT NULL PRIMARY KEY, item INT, CONSTRAINT part_item FOREIGN KEY (item) REFERENCES item (id) ON DELETE CASCADE)",
		`INSERT INTO kind VALUES ${Array.from({ length: 1000 }, (_, at) => `(${at}, 'kind ${at}')`).join(", ")}`,
	];
	for (let from = 1; from <= rows; from += 1000) {
		const values = Array.from(
			{ length: Math.min(1000, rows - from + 1) },
			(_, at) => `(${from + at}, ${(from + at) % 1000}, ${(from + at) % 97}, 'text of ${from + at}')`,
		);
		statements.push(`INSERT INTO item VALUES ${values.join(", ")}`);
	}
	return statements;
}

function use(name: string, statement: (call: number) => string, goal: Goal | null = null): FirstUse {
	return { name, goal, statement };
}
