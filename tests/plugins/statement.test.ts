/**
 * The statement hook: kind and objects of every statement that changes something; a naming rule that no RENAME evades.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { temporaryFolder } from "../cli/program.ts";
import { playOnMemory } from "../memory-kernel.ts";

/** Refuses every statement it is asked about, with its kind and objects as the message. */
const telling = `export default ({ StatementCheck, page, changed, refuse }) => page("telling", [
	changed(StatementCheck, (Base) => class Tell extends Base {
		run({ kind, objects, conditional, temporary, privileges }) {
			const words = objects.map(({ role, type, database, table, name }) =>
				role + " " + type + " " + [database, table, name].filter((each) => each != null).join("."));
			const flags = [conditional && "conditional", temporary && "temporary", ...privileges].filter(Boolean);
			return refuse(1105, "HY000", [kind, ...flags].join(" ") + ": " + words.join(", "));
		}
	}, "Tells.")]);`;

/** The facts that the rule receives of each statement; null: it is not asked. */
const told: Readonly<Record<string, string | null>> = {
	"create database if not exists d": "create-database conditional: made database d",
	"alter database charset utf8": "alter-database: changed database test",
	"drop schema d": "drop-database: removed database d",
	"create temporary table t (a int)": "create-table temporary: made table test.t",
	"create table t like d.m": "create-table: made table test.t, read table d.m",
	"create table t as select * from m, d.n": "create-table: made table test.t, read table test.m, read table d.n",
	"alter table t add a int": "alter-table: changed table test.t",
	"alter table t add a int, rename d.u": "alter-table: renamed table test.t, made table d.u",
	"drop table if exists t, d.u": "drop-table conditional: removed table test.t, removed table d.u",
	"rename table t to u, d.v to w":
		"rename-table: renamed table test.t, made table test.u, renamed table d.v, made table test.w",
	"truncate t": "truncate-table: changed table test.t",
	"create unique index i on t (a)": "create-index: changed table test.t, made index test.t.i",
	"drop index i on d.t": "drop-index: changed table d.t, removed index d.t.i",
	"create or replace view v as select * from t": "create-view: made view test.v, read table test.t",
	"alter view v as select 1": "alter-view: changed view test.v",
	"drop view v, d.w": "drop-view: removed view test.v, removed view d.w",
	"create procedure d.p() insert into t values (1)": "create-procedure: made program d.p",
	"create trigger tr before insert on t for each row set new.a = 1":
		"create-trigger: changed table test.t, made program test.tr",
	"alter function f comment 'x'": "alter-function: changed program test.f",
	"drop procedure if exists p": "drop-procedure conditional: removed program test.p",
	"create event d.e on schedule every 1 day do delete from t": "create-event: made program d.e",
	"alter event e rename to d.f": "alter-event: renamed program test.e, made program d.f",
	"alter event e disable": "alter-event: changed program test.e",
	"drop event e": "drop-event: removed program test.e",
	"insert into t select * from u": "insert: changed table test.t, read table test.u",
	"replace t values (1)": "replace: changed table test.t",
	"update t set a = 1": "update: changed table test.t",
	"update t join u on t.a = u.a set u.b = 1": "update: changed table test.u, read table test.t",
	"delete from t where a in (select a from u)": "delete: changed table test.t, read table test.u",
	"delete x from t as x, u": "delete: changed table test.t, read table test.u",
	"load data infile 'x' into table t": "load-data: changed table test.t",
	"create user a@h, b": "create-user: made user a@h, made user b@%",
	"alter user a@h account lock": "alter-user: changed user a@h",
	"drop user a@h": "drop-user: removed user a@h",
	"rename user a@h to b@h": "rename-user: renamed user a@h, made user b@h",
	"grant select, insert on d.* to a@h": "grant select insert: on database d, changed user a@h",
	"grant all on *.* to a@h": "grant all: on server *, changed user a@h",
	"revoke update on t from a@h": "revoke update: on table test.t, changed user a@h",
	"set password = 'x'": "set-password: changed user root@localhost",
	"set global max_connections = 7": "set-global: changed variable max_connections",
	"set global transaction read only": "set-global: changed server *",
	"analyze table t": "analyze-table: changed table test.t",
	"flush tables": "flush: changed server *",
	"kill query 99": "kill: changed connection query",
	"set sql_mode = ''": null,
	"set @a = 1": null,
	"select 1": null,
	"show tables": null,
	begin: null,
	commit: null,
	"use test": null,
};

function pluginFile(t: ExecutionContext, text: string): string {
	const file = join(temporaryFolder(t), "plugin.mjs");
	writeFileSync(file, text);
	return file;
}

test("every statement that changes something is asked about, with its objects", async (t) => {
	const wish = { release: "2.1.7", plugins: [pluginFile(t, telling)] };
	const played = await playOnMemory(wish, Object.keys(told));
	for (const [sql, answer] of played) {
		const wanted = told[sql];
		if (wanted === null) {
			t.notRegex(answer, /^ERROR/, sql);
		} else {
			t.is(answer, `ERROR 1105 (HY000) at line 1: ${wanted}`, sql);
		}
	}
});

test("a naming rule of tables is asked at RENAME, too", async (t) => {
	const naming = `export default ({ TableDefinition, page, changed, refuse }) => page("naming", [
		changed(TableDefinition, (Base) => class SmallLetters extends Base {
			create({ database, name }) { return /[A-Z]/.test(name) ? refuse(1105, "HY000", database + "." + name) : undefined; }
			change(from, to) { return from.name === to.name && from.database === to.database ? undefined : this.create(to); }
		}, "Names are in small letters.")]);`;
	const played = await playOnMemory({ release: "2.1.7", plugins: [pluginFile(t, naming)] }, [
		"create table good (a int)",
		"create database d",
		"rename table good to EvenWorse",
		"alter table good rename to Worse",
		"alter table good rename to d.Worse",
		"rename table good to d.EvenWorse",
		"rename table good to better, better to Worst",
		"rename table good to d.better",
	]);
	t.deepEqual(
		played.map(([, answer]) => answer.replace(/ at line 1/, "")),
		[
			"ok",
			"ok",
			"ERROR 1105 (HY000): test.EvenWorse",
			"ERROR 1105 (HY000): test.Worse",
			"ERROR 1105 (HY000): d.Worse",
			"ERROR 1105 (HY000): d.EvenWorse",
			"ERROR 1105 (HY000): test.Worst",
			"ok",
		],
	);
});

test("a book whose pages judge no statement does not ask", async (t) => {
	const { composeBook } = await import("../../apps/compose/book.ts");
	const { StatementCheck } = await import("../../core/rules/index.ts");
	const plain = await composeBook({ release: "2.1.7", mode: "measured" });
	t.false(plain.book.isAnswered(StatementCheck, "run"));
	const asked = await composeBook({ release: "2.1.7", plugins: [pluginFile(t, telling)] });
	t.true(asked.book.isAnswered(StatementCheck, "run"));
});
