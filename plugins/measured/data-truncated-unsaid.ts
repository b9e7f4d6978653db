/**
 * A value that is no element of an ENUM or SET is `Data Truncated`, without column and row. Recorded:
 * insert-2.0.3-2.0.3.
 */
import {
	type ByteString,
	type ColumnShape,
	Diagnostics,
	type HookClass,
	type Refusal,
	changed,
	quirk,
	refuse,
} from "../../core/rules/index.ts";
import guide from "./data-truncated-unsaid.guide.ts";

const nameNothing = (Base: HookClass<Diagnostics>) =>
	class NameNothing extends Base {
		override wrongElement(
			_type: ColumnShape["type"],
			_value: ByteString,
			_column: string,
			_row: number,
			_isStrict: boolean,
		): Refusal {
			return refuse(1265, "01000", "Data Truncated");
		}
	};

export default quirk(
	"data-truncated-unsaid",
	{ to: "2.0.x" },
	"Error 1265 names neither column nor row.",
	["insert-2.0.3-2.0.3"],
	[changed(Diagnostics, nameNothing, "Error 1265 names nothing.", guide)],
);
