/**
 * Drivers mysql, mysql2 and mariadb in one program: text and prepared statements, batches, multiple results, streams,
 * change of user.
 */
import mariadb from "mariadb";
import mysql from "mysql";
import mysql2 from "mysql2/promise";
import { address, say } from "./transcript.mjs";

const { host, port, user, password, database } = address;
const script =
	"create temporary table t (a int, b varchar(20)); insert into t values (1, 'é'), (2, null); select * from t order by a; select count(*) as n from t";

const second = await mysql2.createConnection({
	host,
	port,
	user,
	password,
	database,
	multipleStatements: true,
	namedPlaceholders: true,
});
say("mysql2 many", (await second.query(script))[0].slice(2));
say("mysql2 named", (await second.execute("select :a + 1 as n, :b as b", { a: 1, b: "x" }))[0]);
await second.changeUser({ user, password, database });
say("mysql2 changed", (await second.query("show tables like 't'"))[0]);
await second.end();

const first = mysql.createConnection({
	host,
	port,
	user,
	password,
	database,
	multipleStatements: true,
	dateStrings: true,
});
const ask = (sql, values) =>
	new Promise((resolve, reject) =>
		first.query(sql, values, (failure, rows) => (failure ? reject(failure) : resolve(rows))),
	);
say("mysql many", (await ask(script)).slice(2));
say(
	"mysql escaped",
	await ask("select ? as a, ?? as b from (select 1 as `x``y`) d where 1 in (?)", ["it's", "x`y", [1, 2]]),
);
say("mysql error", await ask("select nothing").catch(({ code, errno, sqlState }) => [code, errno, sqlState]));
say(
	"mysql stream",
	await new Promise((resolve) => {
		const rows = [];
		first
			.query("select 1 as n union select 2 union select 3")
			.on("result", (row) => rows.push(row.n))
			.on("end", () => resolve(rows));
	}),
);
await new Promise((resolve) => first.changeUser({ user, password }, resolve));
await new Promise((resolve) => first.ping(resolve));
await new Promise((resolve) => first.end(resolve));

const third = await mariadb.createConnection({
	host,
	port,
	user,
	password,
	database,
	multipleStatements: true,
	permitLocalInfile: true,
});
say("mariadb many", (await third.query(script)).slice(2));
say(
	"mariadb batch",
	await third.batch("insert into t values (?, ?)", [
		[3, "three"],
		[4, "four"],
		[5, "x".repeat(20)],
	]),
	["insertId"],
);
const prepared = await third.prepare("select a, b from t where a > ? order by a");
say("mariadb prepared", [await prepared.execute([2]), await prepared.execute([4])]);
prepared.close();
say(
	"mariadb execute",
	await third.execute("select cast(? as decimal(20,5)) as d, cast(? as datetime(3)) as t", [
		"1.5",
		"2020-01-02 03:04:05.678",
	]),
);
say(
	"mariadb error",
	await third.query("insert into nothing values (1)").catch(({ errno, sqlState }) => [errno, sqlState]),
);
let rows = 0;
for await (const row of third.queryStream("select a from t")) {
	rows += row.a > 0 ? 1 : 0;
}
say("mariadb stream", rows);
await third.reset();
say("mariadb reset", await third.query("select @@autocommit as a"));
await third.end();
const pool = mariadb.createPool({ host, port, user, password, database, connectionLimit: 4 });
say(
	"pool",
	(await Promise.all(Array.from({ length: 20 }, (_, at) => pool.query("select ? as n", [at])))).map(([row]) =>
		Number(row.n),
	),
);
await pool.end();
