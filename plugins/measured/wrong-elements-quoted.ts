/**
 * What is no element of an ENUM or SET is refused with 1366, which quotes it.
 * Recorded: behaviour 5.
 */
import { type ByteString, type ColumnShape, Diagnostics, type HookClass, type Refusal, changed, encodeText, quirk, refuseBytes } from "../../core/rules/index.ts";

const quoteTheElement = (Base: HookClass<Diagnostics>) =>
	class QuoteTheElement extends Base {
		override wrongElement(type: ColumnShape["type"], value: ByteString, column: string, row: number): Refusal {
			return refuseBytes(1366, "HY000", `Incorrect ${type} value: '${value}' for column '${encodeText(column)}' at row ${row}`);
		}
	};

export default quirk(
	"wrong-elements-quoted",
	{ from: "2.1.0" },
	"A value that is no element is 1366 `Incorrect enum value`, not 1265.",
	["insert-*"],
	[changed(Diagnostics, quoteTheElement, "A wrong element is quoted.")],
);
