/**
 * `verso-db/testing`: books, facts from words, played scripts, and refusals with the rule that decided.
 */
import { join } from "node:path";
import test from "ava";
import {
	assertRefused,
	assertWarned,
	bookOf,
	column,
	columnChange,
	play,
	table,
	told,
} from "../../apps/testing/index.ts";
import { AlterValidation, encodeText, InsertCheck, type Plugin, TableDefinition } from "../../core/rules/index.ts";
import { root } from "../root.ts";

const noShouting: Plugin = ({ InsertCheck, changed, options, page, refuse, warn }) => {
	const { mode } = options({ mode: { type: "word", words: ["refuse", "warn"], default: "refuse", about: "Mode." } });
	return page("no shouting", [
		changed(
			InsertCheck,
			(Base) =>
				class RefuseShouting extends Base {
					override scope(): "all" {
						return "all";
					}
					override text(...[value, column, settings]: Parameters<InsertCheck["text"]>) {
						const verdict = mode === "warn" ? warn(1105, "loud") : refuse(1105, "HY000", `loud: ${column.name}`);
						return /^[A-Z]+$/.test(value) ? verdict : super.text(value, column, settings);
					}
				},
			"Refuses capitals.",
		),
	]);
};

test("a question of a plugin over a release is answered with the rule that decided", (t) => {
	const book = bookOf("2.1.3").lay(noShouting);
	const words = column("varchar(10) charset utf8", { version: "2.1.3", name: "motto" });
	const ask = book.ask(InsertCheck);
	t.like(told(ask.text("LOUD", words, book.settings())), {
		kind: "refusal",
		code: 1105,
		message: "loud: motto",
		rule: "RefuseShouting",
		question: "insert-check.text",
		origin: "plugin no shouting",
	});
	t.like(told(ask.text("low", words, book.settings())), { kind: "answer", answer: undefined });
	const wide = ask.text(encodeText("🌀"), words, book.settings());
	t.like(told(wide), { code: 1366, origin: "release 2.1.2" });
	assertRefused(wide, 1366);
	t.throws(() => assertRefused(wide, 1366, "RefuseShouting"), {
		message: /^expected a refusal 1366 by RefuseShouting, got a refusal 1366 \(.*\) by \w+ of release 2\.1\.2$/,
	});
	t.is(book.ask("insert-check").scope?.(words, book.settings()), "all");
	assertWarned(
		bookOf("2.1.3").lay(noShouting, { mode: "warn" }).ask(InsertCheck).text("A", words, book.settings()),
		1105,
	);
	t.throws(() => bookOf("2.1.3").lay(noShouting, { mode: "cry" }), { message: /mode/ });
	t.throws(() => book.settings({ nosuch: true }), { message: /declares nosuch/ });
	t.true(book.settings({ "skip-utf8-check": true }).on("skip-utf8-check"));
});

test("facts are those that the release gives the words", (t) => {
	const text = column("varchar(10) charset utf8 not null default 'x' comment 'c'", { table: "users", name: "email" });
	t.like(text, { name: "email", table: "users", database: "test", type: "varchar", length: 10, nullable: false });
	t.like(text, { default: "x", comment: "c", inForce: { charset: "utf8" }, written: { charset: "utf8" } });
	t.is(column("text", { version: "2.1.3" }).inForce.charset, "utf8mb4");
	t.is(column("text", { version: "2.1.1" }).release, "2.1.1");
	const shop = table("create table shop (id int primary key, k varchar(9) charset latin1, key (k(4)))");
	t.like(shop, { name: "shop", database: "test", inForce: { charset: "utf8mb4" }, engine: "InnoDB" });
	t.deepEqual(
		shop.indexes.map(({ name, bytes }) => [name, bytes]),
		[
			["PRIMARY", 4],
			["k", 4],
		],
	);
	t.throws(() => column("nosuchtype"), { message: /fails under 2\.1\.7: .*\(1064\)/ });
	const { from, to } = columnChange("varchar(9) charset utf8", "varchar(8) charset utf8mb4");
	t.deepEqual([from.length, to.length, from.charset.charset, to.charset.charset], [9, 8, "utf8", "utf8mb4"]);
	const change = columnChange("varchar(9) charset utf8", "varchar(9) charset latin1", { version: "2.1.3" });
	t.truthy(told(bookOf("2.1.3").ask(AlterValidation).modifyColumn(change)).kind);
	t.is(bookOf().ask(TableDefinition).create(shop), undefined);
});

test("a script is played under a release with plugins, and its answers are values", async (t) => {
	const answers = await play(
		`create table t (a text, n bigint, d decimal(4,1), b blob);
		insert into t values ('LOUD', 1, 1, '');
		insert into t values ('low', 9007199254740993, 1.5, 'ab'), (null, 1, 2, null);
		select * from t;
		select cast('x' as signed) as z, 1e1 as e`,
		{ version: "2.1.3", plugins: [noShouting, join(root, "plugins", "examples", "limit-text.mjs?max=40")] },
	);
	const [create, loud, insert, rows, cast] = answers;
	t.like(create, { kind: "ok", line: 1, error: undefined });
	assertRefused(loud, 1105, "RefuseShouting");
	t.like(loud?.error, { origin: "plugin no shouting", question: "insert-check.text", state: "HY000" });
	t.is(insert?.affectedRows, 2);
	t.deepEqual(rows?.rows, [
		{ a: "low", n: 9007199254740993n, d: "1.5", b: Buffer.from("ab") },
		{ a: null, n: 1, d: "2.0", b: null },
	]);
	t.deepEqual(cast?.rows, [{ z: 0, e: 10 }]);
	assertWarned(cast, 1292);
	t.throws(() => assertRefused(insert, 1105), { message: "expected a refusal 1105, got neither error nor warning" });
	const mixed = bookOf("2.1.3").mix("default-charset", "2.0");
	const [, shown] = await mixed.play("create table t (a text); show create table t");
	t.regex(String(shown?.rows[0]?.["Create Table"]), /CHARSET=utf8 /);
});
