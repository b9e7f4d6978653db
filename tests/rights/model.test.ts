/**
 * Random grants and statements against the privilege model of `model.ts`.
 *
 * A statement is refused with the code that the model gives, or is not refused.
 */
import test from "ava";
import fc from "fast-check";
import type { Session } from "../../core/session/api/session.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { Model, type Touch, type Word, words } from "./model.ts";

const tables = ["d.t", "d.s", "e.t"];
const columns = ["a", "b"];

type Act =
	| { readonly kind: "grant" | "revoke"; readonly word: Word; readonly place: string }
	| { readonly kind: "statement"; readonly sql: string; readonly touches: readonly Touch[] };

const place = fc.constantFrom(
	"",
	"d",
	"e",
	...tables,
	...tables.flatMap((table) => columns.map((column) => `${table}.${column}`)),
);
const table = fc.constantFrom(...tables);
const column = fc.constantFrom(...columns);

function changeOf(kind: "grant" | "revoke"): fc.Arbitrary<Act> {
	// DELETE cannot be granted on columns.
	return fc.tuple(fc.constantFrom(...words), place).map(([word, at]) => ({
		kind,
		word: at.split(".").length === 3 && word === "delete" ? "select" : word,
		place: at,
	}));
}

const reading = (name: string) => ({ word: "select" as const, column: name });

const statement: fc.Arbitrary<Act> = fc.oneof(
	fc.tuple(table, column, column).map(
		([from, shown, asked]): Act => ({
			kind: "statement",
			sql: `select ${shown} from ${from} where ${asked} = 1`,
			touches: [{ table: from, whole: ["select"], columns: [reading(shown), reading(asked)] }],
		}),
	),
	table.map(
		(from): Act => ({
			kind: "statement",
			sql: `select * from ${from}`,
			touches: [
				{
					table: from,
					whole: ["select"],
					columns: columns.map((name) => ({ ...reading(name), isAmongAll: true as const })),
				},
			],
		}),
	),
	table.map(
		(from): Act => ({
			kind: "statement",
			sql: `select count(*) from ${from}`,
			touches: [{ table: from, whole: ["select"], columns: [] }],
		}),
	),
	fc.tuple(table, column, column).map(
		([from, left, right]): Act => ({
			kind: "statement",
			sql: `select x.${left} from ${from} x join e.t y on x.a = y.${right}`,
			touches: [
				{ table: from, whole: ["select"], columns: [reading("a"), reading(left)] },
				{ table: "e.t", whole: ["select"], columns: [reading(right)] },
			],
		}),
	),
	fc.tuple(table, column).map(
		([into, name]): Act => ({
			kind: "statement",
			sql: `insert into ${into} (${name}) values (1)`,
			touches: [{ table: into, whole: ["insert"], columns: [{ word: "insert", column: name }] }],
		}),
	),
	fc.tuple(table, column, column).map(
		([from, set, asked]): Act => ({
			kind: "statement",
			sql: `update ${from} set ${set} = 2 where ${asked} = 1`,
			touches: [{ table: from, whole: ["update"], columns: [{ word: "update", column: set }, reading(asked)] }],
		}),
	),
	fc.tuple(table, column).map(
		([from, asked]): Act => ({
			kind: "statement",
			sql: `delete from ${from} where ${asked} = 7`,
			touches: [{ table: from, whole: ["delete"], columns: [reading(asked)] }],
		}),
	),
);

function sqlOf({ kind, word, place: at }: Act & { kind: "grant" | "revoke" }): string {
	const [database, name, own] = at.split(".");
	const on = at === "" ? "*.*" : name === undefined ? `${database}.*` : `${database}.${name}`;
	return (
		`${kind} ${word}${own === undefined ? "" : ` (${own})`} on ${on} ` +
		`${kind === "grant" ? "to" : "from"} joe@localhost`
	);
}

function codeOf(answer: string): string {
	return /^ERROR (\d+)/.exec(answer)?.[1] ?? "ok";
}

test("granted privileges are allowed, and nothing else", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close(0));
	const root = await connectRoot(kernel);
	for (const sql of [
		"create database d",
		"create database e",
		...tables.map((name) => `create table ${name} (a int, b int)`),
	]) {
		t.is(codeOf(await answerOf(root, sql)), "ok");
	}
	const acts = fc.array(
		fc.oneof(
			{ weight: 3, arbitrary: changeOf("grant") },
			{ weight: 1, arbitrary: changeOf("revoke") },
			{ weight: 5, arbitrary: statement },
		),
		{ minLength: 5, maxLength: 25 },
	);
	await fc.assert(
		fc.asyncProperty(acts, async (list) => {
			await answerOf(root, "drop user if exists joe@localhost");
			await answerOf(root, "create user joe@localhost");
			const model = new Model();
			for (const act of list) {
				if (act.kind === "statement") {
					// Global privileges are read at login.
					const session: Session = await kernel.connect({ user: "joe", accountHost: "localhost", host: "localhost" });
					const answer = await answerOf(session, act.sql);
					await session.close();
					t.is(codeOf(answer), String(model.answer(act.touches)), `${act.sql}: ${answer}`);
				} else {
					await answerOf(root, sqlOf(act));
					model[act.kind](act.word, act.place);
				}
			}
		}),
		{ numRuns: 40, seed: 5 },
	);
});
