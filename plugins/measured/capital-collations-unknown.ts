/**
 * The clauses of tables and databases know collations in lower case only. Recorded: behaviour 1. 2.1.0 knows charsets
 * in any letter case, but not collations.
 */
import { CharsetClause, type ClausePlace, type HookClass, changed, quirk } from "../../core/rules/index.ts";
import guide from "./capital-collations-unknown.guide.ts";

const knowLowerCaseCollations = (Base: HookClass<CharsetClause>) =>
	class KnowLowerCaseCollations extends Base {
		override knowsCollation(word: string, place: ClausePlace): boolean {
			return (place === "column" || word === word.toLowerCase()) && super.knowsCollation(word, place);
		}
	};

export default quirk(
	"capital-collations-unknown",
	{ to: "2.1.0" },
	"A collation with a capital letter is unknown in the clauses of tables and databases.",
	["default-charset-2.1.0", "default-charset-2.0.3"],
	[
		changed(
			CharsetClause,
			knowLowerCaseCollations,
			"Collations of tables and databases are known in lower case only.",
			guide,
		),
	],
);
