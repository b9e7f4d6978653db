/**
 * Rolling upgrade of the reference's story: servers of two releases on one log answer as `rehearse --mixed` says.
 *
 * And a member's backup, made while it serves, is the copy that another server joins with.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import type { Connection } from "mysql2/promise";
import { hasEtcd } from "../../bench/cluster/etcd.ts";
import { runVerso } from "../cli/program.ts";
import { failureOf, House, rowsOf, until } from "./house.ts";

const clustered = hasEtcd() ? test.serial : test.skip;

const schema = "create table shop (id int primary key, name varchar(10)) charset=utf8";
const statements = [
	"insert into shop values (1, '🌀')",
	"insert into shop values (2, 'plain')",
	"create table made (id int primary key, name varchar(10))",
	"insert into made values (1, '🌀')",
	"alter table made change column name name varchar(20)",
	"alter table shop change column name name varchar(20)",
];
const [older, newer] = ["2.1.0", "2.1.2"];

interface Report {
	readonly statements: readonly {
		readonly id: string;
		readonly role: string;
		readonly outcome: Readonly<Record<string, { readonly code?: number }>>;
	}[];
	readonly findings: readonly {
		readonly statements: readonly string[];
		readonly mixed?: string;
		readonly code?: number;
	}[];
}

const isDefinition = (sql: string): boolean => !sql.startsWith("insert");

/** By "DDL by A, the rest by B": the codes that the report says the statements end with; 0: none. */
function codesSaid(report: Report, definer: string, user: string): number[] {
	const label = `DDL by ${definer}, the rest by ${user}`;
	return report.statements
		.filter(({ role }) => role === "traffic")
		.map(({ id, outcome }, at) => {
			const mixed = report.findings.find((each) => each.mixed === label && each.statements.includes(id));
			return mixed?.code ?? outcome[isDefinition(statements[at]!) ? definer : user]?.code ?? 0;
		});
}

clustered("the middle of a rolling upgrade breaks what the rehearsal of mixed servers says", async (t) => {
	const house = await House.begin(t);
	const report = join(house.folder, "report.json");
	writeFileSync(join(house.folder, "schema.sql"), `${schema};\n`);
	writeFileSync(join(house.folder, "traffic.sql"), `${statements.join(";\n")};\n`);
	const rehearsed = await runVerso([
		...["rehearse", "--schema", join(house.folder, "schema.sql"), "--traffic", join(house.folder, "traffic.sql")],
		...["--as", "documented", "--from", older, "--to", newer, "--mixed", "--report", `json=${report}`],
	]);
	t.is(rehearsed.exitCode, 1, rehearsed.stderr);
	const said = JSON.parse(readFileSync(report, "utf8")) as Report;
	t.true(
		said.findings.some(({ mixed }) => mixed !== undefined),
		"there is a break of mixed servers alone",
	);
	const servers: Readonly<Record<string, Connection>> = {
		[older]: await (await house.serve(0, "--version", older)).connect(),
		[newer]: await (await house.serve(1, "--version", newer)).connect(),
	};
	for (const [definer, user] of [
		[newer, older],
		[older, newer],
	] as const) {
		const database = `defined_by_${definer.replaceAll(".", "_")}`;
		await servers[older]!.query(`create database ${database}`);
		await servers[older]!.query(`use ${database}`);
		await servers[older]!.query(schema);
		await until(servers[newer]!, `select count(*) from information_schema.tables where table_schema = '${database}'`, [
			[1],
		]);
		await servers[newer]!.query(`use ${database}`);
		const codes: number[] = [];
		for (const sql of statements) {
			const failure = await failureOf(servers[isDefinition(sql) ? definer : user]!.query(sql));
			codes.push(failure === "none" ? 0 : Number.parseInt(failure, 10));
			if (isDefinition(sql)) {
				// The other server has the definition when it has this row.
				await servers[definer]!.query(`create database if not exists seen_${codes.length}_${database}`);
				await until(
					servers[user]!,
					`select count(*) from information_schema.schemata where schema_name = 'seen_${codes.length}_${database}'`,
					[[1]],
				);
			}
		}
		t.deepEqual(codes, codesSaid(said, definer, user), `DDL by ${definer}`);
	}
});

clustered("a server joins with the backup of a member that serves", async (t) => {
	const house = await House.begin(t);
	const first = await (await house.serve(0)).connect();
	await first.query("create table t (id int primary key)");
	await first.query("insert into t values (1), (2)");
	const copy = join(house.folder, "copy");
	const backed = await runVerso(["backup", house.directory(0), copy]);
	t.is(backed.exitCode, 0, backed.stderr);
	await first.query("insert into t values (3)");
	const joined = await house.cluster("join", "--data-dir", house.directory(1), "--from", copy);
	t.regex(joined.stdout, /up to position [1-9]/, joined.stderr);
	const second = await (await house.serve(1)).connect();
	await until(second, "select count(*) from t", [[3]]);
	await second.query("insert into t values (4)");
	await until(first, "select count(*) from t", [[4]]);
	t.deepEqual(await rowsOf(second, "select max(id) from t"), [[4]]);
});
