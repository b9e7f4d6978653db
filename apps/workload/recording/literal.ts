/**
 * Values of a prepared statement as SQL literals, which mean the same in the place of its `?`.
 */
import { printer, type TypedValue } from "../../../core/index.ts";

/** ASCII. */
export function literalOf({ type, value }: TypedValue): string {
	if (value === null) {
		return "NULL";
	}
	const text = printer(type)(value);
	switch (type.name) {
		case "bigint":
		case "decimal":
			return text;
		case "double":
			// Drivers of JavaScript send integers so, also for LIMIT. A fraction without an exponent would be a decimal.
			return text.includes("e") || /^-?\d+$/.test(text) ? text : `${text}e0`;
		case "date":
		case "datetime":
		case "time":
			return `'${text}'`;
		case "varchar":
			return /^[\x20-\x7e]*$/.test(text)
				? `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
				: textLiteral(text);
		default:
			return text === "" ? "''" : `x'${Buffer.from(text, "latin1").toString("hex")}'`;
	}
}

/** Text that is not ASCII, in UTF-8 as its bytes are. */
function textLiteral(bytes: string): string {
	const buffer = Buffer.from(bytes, "latin1");
	const text = buffer.toString("utf8");
	return Buffer.from(text, "utf8").equals(buffer) && !/[\0-\x1f]/.test(text)
		? `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
		: `_utf8mb4 x'${buffer.toString("hex")}'`;
}
