/**
 * User variables: values, types and collations, and changes from row to row.
 */
import type { Choice } from "../choice.ts";
import { expression } from "../expression.ts";
import { fixed, type Piece, piece } from "../piece.ts";

export function variable(choice: Choice): readonly Piece[] {
	const name = (): string => choice.pick(["@a", "@b", "@`c d`", "@A"]);
	const sorts = ["integer", "decimal", "text", "date", "datetime", "time", "double", "boolean"] as const;
	const statements: Piece[] = [
		fixed("set @a = null, @b = null, @`c d` = null, @n = 0"),
		fixed("create table p (id int primary key, a int, c varchar(10))"),
		fixed("insert into p values (1, 5, 'x'), (2, null, 'y'), (3, 5, 'z'), (4, 9, null)"),
	];
	const forms = [
		() => piece("fixed")`set ${name()} = ${expression(choice, choice.pick(sorts), { columns: [] }, 2)}`,
		() => piece("fixed")`select ${name()} := ${expression(choice, choice.pick(sorts), { columns: [] }, 2)}`,
		() => piece("fixed")`set ${name()} := ${name()} + 1`,
		() => piece("fixed")`select ${name()}, ${name()} is null, ${name()} + 0, concat(${name()}, '')`,
		() => piece("fixed")`select ${name()} = ${expression(choice, choice.pick(sorts), { columns: [] }, 1)}`,
		...[
			"set @n = 0",
			"select @n := @n + 1, id from p order by id",
			"select id, @n := concat(@n, id) from p order by id",
			"select @n := max(a) from p",
			"select a into @b from p where id = 1",
			"select id, c into @a, @b from p where id = 3",
			"select id into @a from p where id = 99",
			"select id into @a from p",
			"select id from p where a = @a order by id",
			"select id from p where c = @b order by id",
			"update p set a = @n := @n + 1 order by id",
			"select * from p order by id",
			"select coalesce(@a, @b), if(@a, 1, 2)",
			"set @a = (select max(id) from p)",
			"select @a, @b, @n",
			"select id, @m := if(a = 5, id, @m) from p order by id",
			"set @t = 'select id from p where a = ? order by id'",
			"prepare s from 'select id, ? from p where a = ? order by id'",
			"execute s using @a, @b",
			"execute s using @n, @n",
			"deallocate prepare s",
			"select length(@a), hex(@b), upper(@a)",
			"select @undefined, @undefined is null",
			"select cast(@a as decimal(10,2)), cast(@b as char), round(@a, 1)",
		].map((text) => () => fixed(text)),
	];
	for (let at = 0; at < choice.between(6, 16); at++) {
		statements.push(choice.pick(forms)());
	}
	return statements;
}
