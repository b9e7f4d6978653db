/**
 * A value that is no element of an ENUM is refused with 1366, which quotes it. Warnings stay 1265, as do SETs.
 * Recorded: behaviour 5, errors-2.1.7.
 */
import {
	type ByteString,
	type ColumnShape,
	Diagnostics,
	type HookClass,
	type Refusal,
	changed,
	encodeText,
	quirk,
	refuseBytes,
} from "../../core/rules/index.ts";
import guide from "./wrong-elements-quoted.guide.ts";

const quoteTheElement = (Base: HookClass<Diagnostics>) =>
	class QuoteTheElement extends Base {
		override wrongElement(
			type: ColumnShape["type"],
			value: ByteString,
			column: string,
			row: number,
			isStrict: boolean,
		): Refusal | undefined {
			if (type !== "enum" || !isStrict) {
				return super.wrongElement(type, value, column, row, isStrict);
			}
			return refuseBytes(
				1366,
				"HY000",
				`Incorrect ${type} value: '${value}' for column '${encodeText(column)}' at row ${row}`,
			);
		}
	};

export default quirk(
	"wrong-elements-quoted",
	{ from: "2.1.0" },
	"A value that is no element of an ENUM is refused with 1366 `Incorrect enum value`, not 1265.",
	["insert-*"],
	[changed(Diagnostics, quoteTheElement, "A wrong element is quoted.", guide)],
);
