/**
 * A COLLATE without CHARACTER SET on a column is dropped, even one that does not exist. Recorded: behaviour 0.13.
 */
import { CharsetClause, type Clause, type HookClass, changed, quirk } from "../../core/rules/index.ts";
import guide from "./drop-lone-collations.guide.ts";

const dropLoneCollations = (Base: HookClass<CharsetClause>) =>
	class DropLoneCollations extends Base {
		override columnClause(written: Clause): Clause {
			return written.charset === undefined ? {} : written;
		}
	};

export default quirk(
	"drop-lone-collations",
	{},
	"A column's COLLATE counts only beside a CHARACTER SET; alone it is dropped unread.",
	["default-charset-*", "alter-*"],
	[changed(CharsetClause, dropLoneCollations, "A column's COLLATE without CHARACTER SET is dropped.", guide)],
);
