/**
 * A change of collation within a charset is refused, in the words of 2.1.3. Recorded: behaviour 0.7 and 4. A table
 * that recorded no collation is refused an equal one: `from to`.
 */
import {
	AlterValidation,
	type CharsetPair,
	type HookClass,
	type Refusal,
	changed,
	quirk,
	refuse,
} from "../../core/rules/index.ts";
import guide from "./collations-fixed.guide.ts";

const refuseOtherCollations = (Base: HookClass<AlterValidation>) =>
	class RefuseOtherCollations extends Base {
		override changeCollation(from: CharsetPair, to: CharsetPair): Refusal | undefined {
			return refuse(1105, "HY000", `unsupported modify collate from ${from.collation} to ${to.collation}`);
		}
	};

export default quirk(
	"collations-fixed",
	{ from: "2.1.3" },
	"A change of collation within a charset is refused with `unsupported modify collate`, for columns and for tables.",
	["alter-*-2.1.3", "alter-*-2.1.5", "treat-old-*"],
	[changed(AlterValidation, refuseOtherCollations, "A column's or table's collation cannot be changed.", guide)],
);
