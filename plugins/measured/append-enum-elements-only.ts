/**
 * The elements of an ENUM stay what they are; others may be appended. From the source: behaviour 4. No recording
 * shows it.
 */
import { AlterValidation, type HookClass, type Refusal, changed, quirk, refuse } from "../../core/rules/index.ts";
import guide from "./append-enum-elements-only.guide.ts";

const appendElementsOnly = (Base: HookClass<AlterValidation>) =>
	class AppendElementsOnly extends Base {
		override changeElements(from: readonly string[], to: readonly string[] | string): Refusal | undefined {
			if (typeof to === "string") {
				return unsupported(`cannot modify enum type column's to type ${to}`);
			}
			if (to.length < from.length) {
				return unsupported(`the number of enum column's elements is less than the original: ${from.length}`);
			}
			const at = from.findIndex((element, position) => element !== to[position]);
			return at < 0 ? undefined : unsupported(`cannot modify enum column value ${from[at]} to ${to[at]}`);
		}
	};

function unsupported(what: string): Refusal {
	return refuse(1105, "HY000", `unsupported modify column ${what}`);
}

export default quirk(
	"append-enum-elements-only",
	{ from: "2.1.0" },
	"A CHANGE of an ENUM may append elements, and neither drop nor rename one nor make another type of it.",
	[],
	[changed(AlterValidation, appendElementsOnly, "Elements of an ENUM are only ever appended.", guide)],
);
