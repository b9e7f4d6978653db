/**
 * information_schema.columns makes the cells that a statement reads: each of them as in a row with all.
 */
import test from "ava";
import type { Session } from "../../core/session/api/session.ts";
import { answerOf, connectTest, openTestKernel } from "../client.ts";

const definitions = [
	"use test",
	`create table t (id bigint unsigned not null auto_increment primary key, name varchar(20) not null default 'x' comment 'of it',
		kind enum('a', 'bcd') character set latin1, price decimal(12, 3), at datetime(3) default null, body longtext,
		twice int generated always as (price * 2) virtual, flag bit(3), unique key (name), key (kind, price))`,
	"create table plain (a int, b char(3), c timestamp not null default current_timestamp on update current_timestamp)",
	"create view v as select id, name, price * 2 p from t",
	"create user reader",
	"grant select (id, name), update (name) on test.t to reader",
];

const order = "order by table_schema, table_name, ordinal_position";

async function rowsOf(session: Session, sql: string): Promise<string[][]> {
	return (await answerOf(session, sql)).slice(1).map((line) => line.split("\t"));
}

test("each column of information_schema.columns is the same alone and among others", async (t) => {
	const kernel = await openTestKernel();
	const root = await connectTest(kernel);
	for (const definition of definitions) {
		t.regex((await answerOf(root, definition)).join(), /^ok/, definition);
	}
	const account = { user: "reader", accountHost: "%", host: "localhost" };
	const reader = await kernel.connect({ ...account, database: "test", collationId: 45 });
	const ownColumns = "table_schema = 'information_schema' and table_name = 'columns'";
	const names = await rowsOf(root, `select column_name from information_schema.columns where ${ownColumns} ${order}`);
	t.is(names.length, 21);
	for (const session of [root, reader]) {
		const all = await rowsOf(session, `select * from information_schema.columns ${order}`);
		t.true(all.length > 100);
		for (const [at, [name]] of names.entries()) {
			const alone = await rowsOf(session, `select ${name} from information_schema.columns ${order}`);
			const among = all.map((row) => [row[at]!]);
			t.deepEqual(alone, among, name);
			const counted = `select count(*) from information_schema.columns where ${name} is not null`;
			const count = among.filter(([cell]) => cell !== "NULL").length;
			t.deepEqual(await rowsOf(session, counted), [[String(count)]], name);
		}
	}
	await kernel.close();
});
