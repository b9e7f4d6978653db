/**
 * The names of charsets keep the letter case they were written in, in the clauses of tables and databases. Recorded:
 * behaviour 0.12 and 7. Columns inherit the spelling; the checks compare with lower-case names, so they never apply
 * to it.
 */
import { CharsetClause, type ClausePlace, type HookClass, SchemaLoad, changed, quirk } from "../../core/rules/index.ts";
import guide from "./charset-names-as-written.guide.ts";

const keepTheSpelling = (Base: HookClass<CharsetClause>) =>
	class KeepTheSpelling extends Base {
		override spell(word: string, place: ClausePlace): string {
			return place === "column" ? word.toLowerCase() : word;
		}
	};

const readTheSpelling = (Base: HookClass<SchemaLoad>) =>
	class ReadTheSpelling extends Base {
		override spell(word: string): string {
			return word;
		}
	};

export default quirk(
	"charset-names-as-written",
	{},
	"Charset names of tables and databases keep their letter case, and other spellings than lower case " +
		"switch all checks off.",
	["spelling-*"],
	[
		changed(
			CharsetClause,
			keepTheSpelling,
			"Names are kept as written; a column's own clause is in lower case.",
			guide,
		),
		changed(SchemaLoad, readTheSpelling, "Recorded names are read as they were written.", guide),
	],
);
