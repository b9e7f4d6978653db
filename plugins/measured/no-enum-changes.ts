/**
 * A CHANGE of an ENUM is not supported. From the source: behaviour 4. No recording shows it.
 */
import { AlterValidation, type HookClass, type Refusal, changed, quirk, refuse } from "../../core/rules/index.ts";
import guide from "./no-enum-changes.guide.ts";

const refuseElements = (Base: HookClass<AlterValidation>) =>
	class RefuseElements extends Base {
		override changeElements(_from: readonly string[], _to: readonly string[] | string): Refusal {
			return refuse(1105, "HY000", "unsupported modify column modify enum column is not supported");
		}
	};

export default quirk(
	"no-enum-changes",
	{ to: "2.0.x" },
	"A CHANGE of an ENUM is not supported.",
	[],
	[changed(AlterValidation, refuseElements, "An ENUM cannot be changed.", guide)],
);
