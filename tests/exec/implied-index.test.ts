/**
 * Index made for a foreign key: another foreign key over the same columns, or a wider index, takes its place.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("the index of a replaced foreign key takes the name of the new one", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const ask = (sql: string): Promise<string> => answerOf(session, sql);
	const keys = async (): Promise<string> =>
		(
			await ask(
				"select group_concat(distinct index_name order by index_name) from information_schema.statistics " +
					"where table_name = 'c' and index_name <> 'PRIMARY'",
			)
		).split("\n")[1] as string;
	await ask("create table p (id int primary key)");
	await ask("create table c (id int primary key, a int, constraint first_of foreign key (a) references p (id))");
	t.is(await keys(), "first_of");
	await ask("alter table c drop foreign key first_of");
	t.is(await keys(), "first_of", "it stays");
	t.is(await ask("alter table c add constraint second_of foreign key (a) references p (id)"), "ok");
	t.is(await keys(), "second_of");
	await ask("insert into p values (1)");
	t.is(await ask("insert into c values (1, 1)"), "ok");
	t.regex(await ask("insert into c values (2, 2)"), /^ERROR 1452/);
	await ask("alter table c drop foreign key second_of");
	t.is(await ask("alter table c add foreign key (a) references p (id)"), "ok");
	t.is(await keys(), "second_of", "without a name of its own the index keeps its");
	// An index that was written keeps its name.
	await ask("create table d (id int primary key, a int, key written (a))");
	await ask("alter table d add constraint third_of foreign key (a) references p (id)");
	t.regex(await ask("show create table d"), /KEY `written` \(`a`\)/);
});
