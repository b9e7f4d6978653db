/**
 * SELECTs by shape: the same forty again and again, with definitions of another table in between; and shapes that come
 * once each.
 *
 * In: how many. Out: statements, and those that make their tables.
 */
import { Random } from "../random.ts";

export const shapeTables: readonly string[] = [
	"CREATE TABLE article (id INT NOT NULL PRIMARY KEY, owner INT NOT NULL, title VARCHAR(80) NOT NULL, state INT NOT NULL, price DECIMAL(10,2) NOT NULL, made DATE NOT NULL, KEY by_owner (owner), KEY by_state (state, made))",
	"CREATE TABLE owner (id INT NOT NULL PRIMARY KEY, name VARCHAR(40) NOT NULL, city VARCHAR(40) NOT NULL, level INT NOT NULL, KEY by_city (city))",
	"CREATE TABLE aside (id INT NOT NULL PRIMARY KEY, text VARCHAR(40))",
	`INSERT INTO owner VALUES ${list(20, (at) => `(${at}, 'owner ${at}', 'city ${at % 5}', ${at % 3})`)}`,
	`INSERT INTO article VALUES ${list(200, (at) => `(${at}, ${1 + (at % 20)}, 'title ${at}', ${at % 4}, ${at}.50, '2026-01-${String(1 + (at % 28)).padStart(2, "0")}')`)}`,
];

const articleColumns = ["id", "owner", "title", "state", "price", "made"];
const ownerColumns = ["id", "name", "city", "level"];

/** The number says which columns it asks for and by what: the first forty differ, as do the first thousands. */
function selectOf(number: number, random: Random): string {
	const mask = 1 + (number % 63);
	const columns = articleColumns.filter((_, at) => (mask >> at) & 1).map((name) => `a.${name}`);
	const rest = Math.floor(number / 63);
	const owner = ownerColumns[rest % 4]!;
	const condition = [
		`a.owner = ${random.between(1, 20)}`,
		`a.state = ${random.between(0, 3)} AND o.level > ${random.between(0, 2)}`,
		`o.city = 'city ${random.between(0, 4)}'`,
		`a.id BETWEEN ${random.between(1, 90)} AND ${random.between(91, 200)} AND o.name <> 'none'`,
		`a.price < ${random.between(5, 90)} OR o.level = 2`,
	][(number + (rest >> 2)) % 5]!;
	const order = articleColumns[(number + (rest >> 4)) % 6]!;
	return `SELECT ${[...columns, `o.${owner}`].join(", ")} FROM article a JOIN owner o ON o.id = a.owner WHERE ${condition} ORDER BY a.${order}, a.id`;
}

/** Every `period` statements `between` is sent. */
export function repeatedShapes(count: number, between: readonly string[], period = 24): string[] {
	const random = new Random(11);
	const statements: string[] = [];
	for (let at = 0; at < count; at++) {
		statements.push(selectOf(at % 40, random));
		if (at % period === period - 1) {
			statements.push(between[Math.floor(at / period) % between.length]!);
		}
	}
	return statements;
}

/** Selects by the primary key, each with other columns and conditions, as tools that write SQL send them. */
export function newShapes(count: number): string[] {
	const random = new Random(12);
	return Array.from({ length: count }, (_, number) => {
		const mask = 1 + (number % 63);
		const rest = Math.floor(number / 63);
		const columns = articleColumns.filter((_column, at) => (mask >> at) & 1);
		const first = articleColumns[rest % 6]!;
		const second = articleColumns[Math.floor(rest / 6) % 6]!;
		const comparison = ["=", "<>", "<", ">="][Math.floor(rest / 36) % 4]!;
		const value = first === "title" ? "'title 3'" : first === "made" ? "'2026-01-09'" : String(random.between(1, 200));
		return `SELECT ${columns.join(", ")} FROM article WHERE id = ${random.between(1, 200)} AND ${first} ${comparison} ${value} ORDER BY ${second}`;
	});
}

function list(count: number, row: (at: number) => string): string {
	return Array.from({ length: count }, (_, at) => row(at + 1)).join(", ");
}
