/**
 * Guide: how to live with the default utf8mb4.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import {
	changeItFrom213On,
	leaveTheOtherCharsetOut,
	nameTheOriginalCharset,
	passBy211And212,
	nameTheFormerCharset,
	nameTheFormerCharsets,
} from "../ways-out.ts";

export default {
	why:
		"MySQL's utf8 holds no characters of four bytes; from 2.1.1 on what names no charset can. Documented: \"What the " +
		'service does" (3), and the versioning table.',
	example: `create table t (a varchar(10));
show create table t;
`,
	errors: [1105],
	waysOut: [
		nameTheFormerCharset,
		nameTheFormerCharsets,
		nameTheOriginalCharset,
		leaveTheOtherCharsetOut,
		changeItFrom213On,
		passBy211And212,
		{
			text: "write the charset in the definition: CHARSET=utf8 behind the table",
			price: "from 2.1.2 on a utf8 column refuses characters of four bytes; at 2.1.1 and 2.1.2 its columns are utf8mb4",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /^(\s*create\s+table\b(?!.*\bchar(?:acter\s+)?set\b).*?)(\s*;?\s*)$/is,
				replacement: "$1 CHARSET=utf8$2",
			},
		},
	],
	decidesNot: "Charsets of objects that exist: a table keeps what it was made with.",
} satisfies RuleGuide;
