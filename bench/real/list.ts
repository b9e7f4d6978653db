/**
 * All pieces of real work that are played as statements, by the servers that they need.
 *
 * In: a plan's scale, logs of applications. Out: works; each row's goal, and what was found before anything was done.
 */
import { basename } from "node:path";
import { readGeneralLog } from "../replay/general-log.ts";
import { dumpRows, dumpTables } from "./dump.ts";
import { migrateUp, migrateUpDownUp } from "./migrations.ts";
import { newShapes, repeatedShapes, shapeTables } from "./shapes.ts";
import { shopLife } from "./shop.ts";
import { type Reset, suite } from "./suite.ts";
import { each, fromLog, type Goal, ratio, sessionOf, type Work, workOf } from "./work.ts";

/** Logs by how their names begin. */
const logGoals: readonly (readonly [start: string, title: string, goal: Goal | null])[] = [
	["wordpress", "session of a blog", ratio(1, "2.6")],
	["backdrop", "session of a CMS install", ratio(1.2, "6")],
	["mediawiki", "session of a wiki", ratio(1.2, "5")],
	["airflow", "session of a scheduler's migrations", ratio(1.5, "7")],
];

const suites: readonly (readonly [Reset, string, Goal])[] = [
	["rollback", "suite of 200 tests, rollback between them", ratio(2.9, "8")],
	["delete", "the same, DELETE of 40 tables", ratio(2.9, "7")],
	["truncate", "the same, TRUNCATE of 40 tables", ratio(1.1, "2.6")],
];

/** A scale of 1 is the whole; less for a glance. */
export function listWorks(scale: number, logs: readonly string[]): Work[] {
	const some = (count: number): number => Math.max(1, Math.ceil(count * scale));
	return [
		...logs.map(workOfLog),
		workOf("a shop's life: install to import", null, shopLife(some(300), some(200))),
		workOf("migrations up, down, up", ratio(1.5, "7"), migrateUpDownUp(some(1956))),
		workOf("a dump of 130,000 INSERTs of a row", ratio(1, "2.7"), dumpRows(some(130_000)), {
			before: sessionOf(dumpTables),
		}),
		...shapeWorks(some),
		workOf("count over information_schema.columns", ratio(1, "7.7"), manyTimes(some(50), countColumns)),
		insertsByTable(some(1000)),
		workOf("migrations beside 4,183 tables", ratio(1.5, "13"), migrateUp(some(1566)), { others: some(4183) }),
		...suites.map(([reset, name, goal]) =>
			workOf(name, goal, suite(some(200), reset), { isCold: true, isForTests: true, others: 0 }),
		),
	];
}

/** The names of all rows that have a goal, sessions of applications among them. */
export function namesWithGoals(): string[] {
	const titles = logGoals.flatMap(([, title, goal]) => (goal === null ? [] : [title]));
	return [...titles, ...listWorks(0, []).flatMap(({ name, goal }) => (goal === null ? [] : [name]))];
}

const countColumns = "SELECT count(*) FROM information_schema.columns";

function workOfLog(path: string): Work {
	const entries = readGeneralLog(path);
	const [, title, goal] = logGoals.find(([start]) => basename(path).startsWith(start)) ?? ["", basename(path), null];
	return fromLog(title, goal, entries);
}

function shapeWorks(some: (count: number) => number): Work[] {
	const before = sessionOf(shapeTables);
	const count = some(2400);
	return [
		workOf(
			"2,400 SELECTs of 40 shapes, TRUNCATE between",
			ratio(1.5, "13"),
			repeatedShapes(count, ["TRUNCATE TABLE aside"]),
			{
				before,
			},
		),
		workOf(
			"2,400 SELECTs of 40 shapes, CREATE and DROP between",
			ratio(1.5, "13"),
			repeatedShapes(count, ["CREATE TABLE passing (id INT)", "DROP TABLE passing"]),
			{ before },
		),
		workOf("a shape never seen before", each("ms", 0.25, "0.8 ms"), newShapes(some(2000)), { before, isCold: true }),
	];
}

function insertsByTable(count: number): Work {
	const names = Array.from({ length: count }, (_, at) => `many_${at}`);
	return workOf(
		"one INSERT into each of 1,000 tables",
		ratio(1.2, "3"),
		names.map((name) => `INSERT INTO ${name} (name) VALUES ('first')`),
		{
			before: sessionOf(
				names.map(
					(name) =>
						`CREATE TABLE ${name} (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40) NOT NULL, KEY by_name (name))`,
				),
			),
		},
	);
}

function manyTimes(count: number, statement: string): string[] {
	return Array.from({ length: count }, () => statement);
}
