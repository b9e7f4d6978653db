/**
 * Transactions with savepoints, failing statements and implicit commits.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

export function transaction(choice: Choice): readonly Piece[] {
	const at = (): number => choice.between(1, 9);
	const mark = (): string => choice.pick(["s1", "s2", "S1", "s3"]);
	const forms = [
		() => "begin",
		() => "start transaction",
		() => "commit",
		() => "rollback",
		() => `savepoint ${mark()}`,
		() => `rollback to ${mark()}`,
		() => `rollback to savepoint ${mark()}`,
		() => `release savepoint ${mark()}`,
		() => `insert into p values (${at()}, ${at()}, 'i')`,
		() => `insert into p values (${at()}, ${at()}, 'm'), (${at()}, ${at()}, 'm')`,
		() => `update p set a = a + 1 where id < ${at()}`,
		() => `update p set id = id + 1`,
		() => `delete from p where a > ${at()}`,
		() => `replace into p values (${at()}, ${at()}, 'r')`,
		() => "set autocommit = 0",
		() => "set autocommit = 1",
		() => "create temporary table if not exists w (id int)",
		() => "insert into w values (1)",
		() => "select count(*) from w",
		() => "drop temporary table if exists w",
		() => "create table if not exists q (id int)",
		() => "truncate p",
		() => "start transaction read only",
		() => "commit and chain",
		() => "rollback and chain",
		() => "lock tables p write",
		() => "unlock tables",
		() => "alter table p add key (a)",
		() => "start transaction with consistent snapshot",
		() => `insert into p values (${at()}, 1, 'too long for it')`,
		() => "set transaction read only",
		() => "set transaction isolation level read committed",
	];
	const statements = [
		"create table p (id int primary key, a int, c varchar(5))",
		"insert into p values (1, 1, 'a'), (2, 2, 'b'), (5, 5, 'e')",
	];
	for (let step = 0; step < choice.between(6, 16); step++) {
		statements.push(choice.pick(forms)(), "select * from p order by id");
	}
	return [
		...statements,
		"unlock tables",
		"rollback",
		"select * from p order by id",
		"set autocommit = 1",
		"drop temporary table if exists w",
	].map(fixed);
}
