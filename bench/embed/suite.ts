/**
 * The suite: what 200 tests of an application ask, in SQL that MySQL, PostgreSQL and their imitations understand.
 *
 * Each test inserts 20 rows into a table of its own choice and asks 13 other things of them, among them a join, a group
 * and a correlated subquery. Answers are compared with what they must be.
 */
const tables = 40;
export const testCount = 200;

/** One statement; its rows, as objects, where it has some. */
export type Ask = (sql: string) => Promise<readonly Record<string, unknown>[]>;

/** 100 statements: 40 tables, as many indexes, 20 rows that tests find. */
export function migration(): string[] {
	const statements: string[] = [];
	for (let at = 0; at < tables; at++) {
		const parent = at === 0 ? "" : `, constraint f${at} foreign key (parent_id) references t${at - 1} (id)`;
		statements.push(
			`create table t${at} (id integer primary key, parent_id integer, name varchar(40) not null, ` +
				`price decimal(10, 2), created timestamp null, amount integer not null default 1${parent})`,
			`create index i${at} on t${at} (name)`,
		);
	}
	for (let at = 0; at < 20; at++) {
		statements.push(`insert into t${at} (id, name, price) values (1, 'first', 1.50)`);
	}
	return statements;
}

/** Throws where an answer is not what it must be. */
export async function runTest(ask: Ask, test: number): Promise<void> {
	const at = (test % (tables - 1)) + 1;
	const table = `t${at}`;
	const first = 100 + test * 100;
	await ask(`insert into t${at - 1} (id, name) values (${first}, 'parent')`);
	for (let row = 0; row < 19; row++) {
		await ask(
			`insert into ${table} (id, parent_id, name, price, created, amount) values (${first + row}, ${first}, ` +
				`'name ${row}', ${row}.25, '2026-01-02 03:04:05', ${row % 3})`,
		);
	}
	const count = async (from: string): Promise<number> =>
		Number((await ask(`select count(*) as n from ${from}`))[0]?.["n"]);
	const mine = `id >= ${first} and id < ${first + 100}`;
	equal(await count(`${table} where ${mine}`), 19);
	equal((await ask(`select name from ${table} where id = ${first + 3}`))[0]?.["name"], "name 3");
	equal((await ask(`select id, name, price from ${table} where ${mine} order by id desc limit 5`)).length, 5);
	equal((await ask(`select id from ${table} where name = 'name 7'`)).length, 1);
	equal(
		(await ask(`select c.id from ${table} c join t${at - 1} p on p.id = c.parent_id where p.id = ${first}`)).length,
		19,
	);
	equal(
		(await ask(`select amount, count(*) as n from ${table} where ${mine} group by amount order by amount`)).length,
		3,
	);
	equal(
		(
			await ask(
				`select p.id from t${at - 1} p where exists (select 1 from ${table} c where c.parent_id = p.id and c.amount = 2)`,
			)
		).length,
		1,
	);
	await ask(`update ${table} set price = price + 1 where id = ${first + 1}`);
	equal(Number((await ask(`select price from ${table} where id = ${first + 1}`))[0]?.["price"]), 2.25);
	await ask(`update ${table} set amount = 9 where ${mine} and amount = 1`);
	equal(await count(`${table} where amount = 9`), 6);
	await ask(`delete from ${table} where id = ${first + 2}`);
	equal(await count(`${table} where ${mine}`), 18);
}

function equal(found: unknown, wanted: unknown): void {
	if (found !== wanted) {
		throw new Error(`${String(found)} is not ${String(wanted)}`);
	}
}
