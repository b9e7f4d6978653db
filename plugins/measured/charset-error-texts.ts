/**
 * Words that don't exist or don't fit are refused later, and with other errors than MySQL's. Recorded: behaviour 2, 3
 * and 4. A table's or database's collation is judged when it is created, or compared.
 */
import {
	CharsetClause,
	type Clause,
	type ClausePlace,
	type ColumnShape,
	type HookClass,
	type Refusal,
	changed,
	quirk,
	refuse,
} from "../../core/rules/index.ts";
import { isPair } from "./charset-pair.ts";
import guide from "./charset-error-texts.guide.ts";

const refuseInOwnWords = (Base: HookClass<CharsetClause>) =>
	class RefuseInOwnWords extends Base {
		override refuseCharset(written: Clause, place: ClausePlace, type?: ColumnShape["type"]): Refusal | undefined {
			const { charset = "", collation = "" } = written;
			if (place === "alter-table" || (place === "column" && type === "varchar")) {
				return refuse(1105, "HY000", `Unknown charset ${charset}`);
			}
			return place === "column"
				? refuseColumn(charset.toLowerCase(), collation)
				: super.refuseCharset(written, place, type);
		}

		override conflict(_former: string, _charset: string): Refusal | undefined {
			return undefined;
		}

		override refuseCollation(written: Clause, place: ClausePlace): Refusal | undefined {
			const { charset = "", collation = "" } = written;
			if (place === "column") {
				return collation === "" || isPair({ charset, collation }) ? undefined : refuseColumn(charset, collation);
			}
			const isCapital = collation !== "" && isPair({ charset, collation }) && !this.knowsCollation(collation, place);
			return isCapital ? refuse(1115, "42000", `Unknown character set: '${charset}'`) : undefined;
		}
	};

function refuseColumn(charset: string, collation: string): Refusal {
	return refuse(1105, "HY000", `unsupported charset ${charset} collate ${collation}`);
}

export default quirk(
	"charset-error-texts",
	{},
	"Unknown and unfitting charsets and collations are refused with the errors 1105 and 1115, and texts of " +
		"their own; of two charsets the last counts.",
	["default-charset-*", "alter-*"],
	[changed(CharsetClause, refuseInOwnWords, "Unknown and unfitting words are refused with other errors.", guide)],
);
