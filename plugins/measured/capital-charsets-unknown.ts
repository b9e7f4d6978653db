/**
 * The clauses of tables and databases know charsets in lower case only. Recorded: behaviour 1 and 7.
 */
import { CharsetClause, type ClausePlace, type HookClass, changed, quirk } from "../../core/rules/index.ts";
import guide from "./capital-charsets-unknown.guide.ts";

const knowLowerCaseOnly = (Base: HookClass<CharsetClause>) =>
	class KnowLowerCaseOnly extends Base {
		override knows(word: string, place: ClausePlace): boolean {
			const counts = place === "table" || place === "database";
			return !(counts && word !== word.toLowerCase()) && super.knows(word, place);
		}
	};

export default quirk(
	"capital-charsets-unknown",
	{ to: "2.0.x" },
	"A charset name with a capital letter is unknown in the clauses of tables and databases.",
	["spelling-2.0.3", "default-charset-2.0.3"],
	[changed(CharsetClause, knowLowerCaseOnly, "Charsets of tables and databases are known in lower case only.", guide)],
);
