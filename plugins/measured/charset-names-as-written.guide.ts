/**
 * Guide: what capital letters in a charset's name do.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { writeInSmallLetters } from "../ways-out.ts";

export default {
	why:
		"Names of charsets are kept as written and compared letter by letter, so that `UTF8` is none of the " +
		"charsets that are checked. Measured.",
	example: `create table t (a varchar(10)) charset = Utf8;
show create table t;
insert into t (a) values (x'ff');
`,
	waysOut: [writeInSmallLetters("utf8", [1105]), writeInSmallLetters("utf8mb4", [1105])],
	decidesNot: "Clauses of columns, which are read in small letters.",
} satisfies RuleGuide;
