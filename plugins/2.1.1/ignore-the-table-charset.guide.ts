/**
 * Guide: how to live with columns that ignore their table.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import {
	convertTheTableFirst,
	nameTheColumnCharset,
	nameTheFormerCharset,
	nameTheFormerCharsets,
} from "../ways-out.ts";

export default {
	why:
		"A defect of 2.1.1 and 2.1.2: a table declared utf8 gets utf8mb4 columns. The error comes later, from 2.1.3 on, when " +
		"such a column is changed. Documented: the statement table, CREATE TABLE; the error table, second row.",
	example: `create table t (a varchar(10)) charset=utf8;
insert into t values ('🌀');
-- GET /schema/test/t
`,
	errors: [1105],
	waysOut: [
		nameTheFormerCharset,
		nameTheFormerCharsets,
		convertTheTableFirst,
		nameTheColumnCharset,
		{
			text: "name the charset behind each column: CHARACTER SET utf8",
			price: "from 2.1.2 on a utf8 column refuses characters of four bytes",
			step: { kind: "edit", edit: "name-charset", charset: "utf8" },
		},
	],
	decidesNot:
		"Columns with a clause of their own; what SHOW CREATE TABLE prints, which hides the difference until 2.1.3.",
} satisfies RuleGuide;
