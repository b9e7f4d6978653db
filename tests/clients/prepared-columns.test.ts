/**
 * COM_STMT_PREPARE: it reports as many columns as the execution returns, with the same names and types.
 */
import test, { type ExecutionContext } from "ava";
import mysql from "mysql2";
import { serve } from "./serve.ts";

interface Described {
	readonly parameters: readonly unknown[];
	readonly columns: readonly {
		readonly name: string;
		readonly columnType: number;
		readonly characterSet: number;
		readonly columnLength: number;
	}[];
	execute(
		values: readonly unknown[],
		done: (failure: Error | null, rows: unknown, fields?: Described["columns"]) => void,
	): void;
	close(): void;
}

const told = [
	"show databases",
	"show tables",
	"show full tables",
	"show table status",
	"show columns from t",
	"show full columns from t",
	"show index from t",
	"show create table t",
	"show create view v",
	"show create database test",
	"show variables like 'auto%'",
	"show status like 'Uptime'",
	"show character set",
	"show collation",
	"show engines",
	"show processlist",
	"show grants",
	"show plugins",
	"show privileges",
	"show triggers",
	"show events",
	"show procedure status",
	"show master status",
	"show binary logs",
	"show open tables",
	"show engine innodb status",
	"show profiles",
	"describe t",
	"desc t a",
	"explain select * from t where a = 1",
	"explain format=json select * from t",
	"explain update t set b = 2",
	"explain rules select 1",
	"analyze table t",
	"optimize table t",
	"repair table t",
	"checksum table t",
	"select a, b from t",
	"select 1 as one",
];
const silent = [
	"insert into t values (9, 9, 'x')",
	"set @a = 1",
	"commit",
	"do 1",
	"create table other (a int)",
	"flush tables",
	"rollback",
	"truncate table t",
];

function prepared(connection: mysql.Connection, sql: string): Promise<Described> {
	return new Promise((resolve, reject) =>
		connection.prepare(sql, (failure, statement) =>
			failure === null ? resolve(statement as unknown as Described) : reject(failure),
		),
	);
}

function executed(statement: Described, values: readonly unknown[] = []): Promise<Described["columns"]> {
	return new Promise((resolve, reject) =>
		statement.execute(values, (failure, _rows, fields) => (failure === null ? resolve(fields ?? []) : reject(failure))),
	);
}

const words = ({ name, columnType, characterSet, columnLength }: Described["columns"][number]) => ({
	name,
	columnType,
	characterSet,
	columnLength,
});

async function setUp(t: ExecutionContext): Promise<mysql.Connection> {
	const { mysqlPort: port } = await serve(t);
	const connection = mysql.createConnection({ host: "127.0.0.1", port, user: "root", database: "test" });
	t.teardown(() => connection.destroy());
	await connection.promise().query("create table t (a int primary key, b int, c varchar(20), key(b))");
	await connection.promise().query("create view v as select a from t");
	return connection;
}

test("COM_STMT_PREPARE reports the columns of the execution's result", async (t) => {
	const connection = await setUp(t);
	for (const sql of told) {
		const statement = await prepared(connection, sql);
		const answered = await executed(statement);
		t.deepEqual(statement.columns.map(words), answered.map(words), sql);
		t.true(answered.length > 0, sql);
		statement.close();
	}
	for (const sql of silent) {
		const statement = await prepared(connection, sql);
		t.is(statement.columns.length, 0, sql);
		statement.close();
	}
});

test("columns are reported without parameter values, but not without the tables", async (t) => {
	const connection = await setUp(t);
	const described = await prepared(connection, "show columns from t where field = ?");
	t.like(described, { parameters: { length: 1 }, columns: { length: 6 } });
	t.is((await executed(described, ["b"])).length, 6);
	t.like(await prepared(connection, "explain select * from t where a = ? and c like ?"), {
		parameters: { length: 2 },
		columns: { length: 12 },
	});
	for (const sql of ["describe nosuch", "show create table nosuch", "explain select * from nosuch"]) {
		t.like(await t.throwsAsync(prepared(connection, sql)), { errno: 1146 }, sql);
	}
});

test("statements that only the text protocol allows are not prepared", async (t) => {
	const connection = await setUp(t);
	for (const sql of [
		"prepare s from 'select 1'",
		"execute s",
		"deallocate prepare s",
		"load data infile 'f' into table t",
		"use test",
		"start transaction",
		"savepoint a",
		"rollback to savepoint a",
		"lock tables t read",
		"show warnings",
		"create procedure p() select 1",
	]) {
		t.like(await t.throwsAsync(prepared(connection, sql)), { errno: 1295, sqlState: "HY000" }, sql);
	}
	for (const sql of ["commit", "rollback", "create view w as select 1", "drop view w", "analyze table t"]) {
		await t.notThrowsAsync(async () => executed(await prepared(connection, sql), []), sql);
	}
});
