/**
 * UPDATE IGNORE warns of duplicates without naming them. Recorded: insert-2.0.3-2.0.3.
 */
import { Diagnostics, type HookClass, type Refusal, changed, quirk, refuse } from "../../core/rules/index.ts";
import guide from "./key-already-exist.guide.ts";

const nameNoEntry = (Base: HookClass<Diagnostics>) =>
	class NameNoEntry extends Base {
		override ignoredDuplicate(): Refusal {
			return refuse(1062, "23000", "key already exist");
		}
	};

export default quirk(
	"key-already-exist",
	{ to: "2.0.x" },
	"UPDATE IGNORE warns `key already exist` of a duplicate.",
	["insert-2.0.3-2.0.3"],
	[changed(Diagnostics, nameNoEntry, "A duplicate that is passed over is not named.", guide)],
);
