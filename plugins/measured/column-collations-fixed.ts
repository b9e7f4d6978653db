/**
 * A change of collation within a charset is refused. Recorded: behaviour 4.
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
import guide from "./column-collations-fixed.guide.ts";

const refuseOtherCollations = (Base: HookClass<AlterValidation>) =>
	class RefuseOtherCollations extends Base {
		override changeCollation(from: CharsetPair, to: CharsetPair): Refusal | undefined {
			return refuse(
				1105,
				"HY000",
				`unsupported modify column collate ${to.collation} not match origin ${from.collation}`,
			);
		}
	};

export default quirk(
	"column-collations-fixed",
	{ to: "2.1.2" },
	"A change of collation within a charset is refused, as a change of charset is.",
	["alter-*-2.1.0", "alter-*-2.1.1"],
	[changed(AlterValidation, refuseOtherCollations, "A column's collation cannot be changed.", guide)],
);
