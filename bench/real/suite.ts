/**
 * A test suite: forty tables made by a hundred migrations, two hundred tests of some thirty statements, and what resets
 * the tables between tests.
 *
 * In: how many tests, how they are reset. Out: statements.
 */
import { Random } from "../random.ts";

export type Reset = "rollback" | "delete" | "truncate";

const tableCount = 40;

/** Tables refer to the one before them, in groups of four. */
function migrations(): string[] {
	const statements: string[] = [];
	for (let at = 0; at < tableCount; at++) {
		const isRoot = at % 4 === 0;
		statements.push(
			`CREATE TABLE entity_${at} (id INT UNSIGNED NOT NULL AUTO_INCREMENT, ${isRoot ? "" : "parent_id INT UNSIGNED, "}` +
				"name VARCHAR(120) NOT NULL, state VARCHAR(20) NOT NULL DEFAULT 'new', amount DECIMAL(12,2) NOT NULL DEFAULT '0.00', " +
				"made_at DATETIME NOT NULL, changed_at DATETIME DEFAULT NULL, PRIMARY KEY (id), KEY by_state (state, made_at)" +
				`${isRoot ? "" : `, CONSTRAINT entity_${at}_parent FOREIGN KEY (parent_id) REFERENCES entity_${at - 1} (id) ON DELETE CASCADE`})`,
		);
	}
	for (let at = 0; at < tableCount; at++) {
		statements.push(`ALTER TABLE entity_${at} ADD COLUMN field_${at % 7} VARCHAR(60) DEFAULT NULL`);
	}
	for (let at = 0; at < tableCount; at += 2) {
		statements.push(`CREATE INDEX by_name ON entity_${at} (name)`);
	}
	return statements;
}

/** Of one table; which columns and conditions it names depends on the test, so that shapes differ. */
function testOf(number: number, random: Random): string[] {
	const at = number % tableCount;
	const table = `entity_${at}`;
	const isRoot = at % 4 === 0;
	const field = `field_${at % 7}`;
	const order = ["id", "name", "made_at, id", "amount DESC, id", "state, id"][number % 5]!;
	const wanted = ["id, name", "id, name, state", `id, ${field}, amount`, "name, made_at, id", "*"][(number >> 2) % 5]!;
	const statements: string[] = [];
	for (let row = 1; row <= 20; row++) {
		const values = `'name ${random.between(1, 999)}', '${row % 3 === 0 ? "open" : "new"}', ${random.between(100, 99999) / 100}, '2026-01-${String(1 + (row % 28)).padStart(2, "0")} 10:00:00'`;
		statements.push(
			row % 2 === 0
				? `INSERT INTO ${table} (id, name, state, amount, made_at) VALUES (${row}, ${values})`
				: `INSERT INTO ${table} (id, name, state, amount, made_at, ${field}) VALUES (${row}, ${values}, 'f${row}')`,
		);
	}
	statements.push(
		`SELECT ${wanted} FROM ${table} WHERE id = ${random.between(1, 20)}`,
		`SELECT ${wanted} FROM ${table} WHERE state = 'open' ORDER BY ${order}`,
		`SELECT count(*) FROM ${table} WHERE amount > ${random.between(1, 500)} AND ${field} IS NOT NULL`,
		`SELECT state, count(*), sum(amount) FROM ${table} GROUP BY state ORDER BY state`,
		isRoot
			? `SELECT e.id, e.name FROM ${table} e WHERE e.name LIKE 'name 1%' ORDER BY e.id`
			: `SELECT e.id, p.name FROM ${table} e LEFT JOIN entity_${at - 1} p ON p.id = e.parent_id WHERE e.state = 'new' ORDER BY e.id`,
		`UPDATE ${table} SET state = 'done', changed_at = '2026-02-01 00:00:00' WHERE id = ${random.between(1, 20)}`,
		`UPDATE ${table} SET amount = amount + 1 WHERE state = 'open'`,
		`SELECT ${wanted} FROM ${table} WHERE state IN ('done', 'open') ORDER BY ${order} LIMIT 5`,
		`DELETE FROM ${table} WHERE id = ${random.between(1, 20)}`,
		`SELECT max(amount), min(made_at) FROM ${table}`,
		`INSERT INTO ${table} (name, made_at) VALUES ('last', '2026-03-01 00:00:00')`,
		`SELECT id, name, ${field} FROM ${table} WHERE name = 'last'`,
		`SELECT count(*) FROM ${table}`,
	);
	return statements;
}

export function suite(tests: number, reset: Reset): string[] {
	const random = new Random(5);
	const statements = migrations();
	const names = Array.from({ length: tableCount }, (_, at) => `entity_${tableCount - 1 - at}`);
	if (reset === "truncate") {
		statements.push("SET foreign_key_checks = 0");
	}
	for (let number = 0; number < tests; number++) {
		if (reset === "rollback") {
			statements.push("BEGIN");
		}
		statements.push(...testOf(number, random));
		if (reset === "rollback") {
			statements.push("ROLLBACK");
		} else {
			statements.push(...names.map((name) => (reset === "delete" ? `DELETE FROM ${name}` : `TRUNCATE TABLE ${name}`)));
		}
	}
	return statements;
}
