/**
 * A pair that does not fit is refused by ALTER with a slip of the formatter in its text. Recorded: behaviour 4.
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
import { isPair } from "./charset-pair.ts";
import guide from "./extra-in-pair-error.guide.ts";

const refusePairs = (Base: HookClass<AlterValidation>) =>
	class RefusePairs extends Base {
		override checkPair(pair: CharsetPair): Refusal | undefined {
			return isPair(pair)
				? undefined
				: refuse(1115, "42000", `Unknown character set: '${pair.charset}'%!(EXTRA string=${pair.collation})`);
		}
	};

export default quirk(
	"extra-in-pair-error",
	{ from: "2.1.3" },
	"ALTER TABLE refuses a collation of another charset with 1115 and `%!(EXTRA string=...)`.",
	["alter-*-2.1.3", "alter-*-2.1.5", "alter-*-2.1.7"],
	[changed(AlterValidation, refusePairs, "A collation of another charset is refused with a slip in the text.", guide)],
);
