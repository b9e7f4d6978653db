/**
 * Sort keys of JSON documents for ORDER BY.
 *
 * Byte order is that of `compareJson` for scalars, and keys are equal for equal documents. Arrays and objects are
 * ordered by size, which is all that MySQL specifies.
 *
 *     rank of the kind | number: sign, exponent, digits   string: its bytes   array, object: size, then its text
 *     negative numbers have every byte complemented, so that the greater number has the lesser key
 */
import { printDecimal } from "../numeric/decimal.ts";
import { printDouble } from "../numeric/float.ts";
import { jsonKey, jsonRanks, type JsonTree } from "./json.ts";
import type { ByteString } from "../value/value.ts";

export function jsonSortKey(tree: JsonTree): ByteString {
	const rank = String.fromCharCode(jsonRanks[tree.kind]);
	switch (tree.kind) {
		case "null":
			return rank;
		case "boolean":
			return rank + (tree.value ? "1" : "0");
		case "integer":
			return rank + numberKey(String(tree.value));
		case "double":
			return rank + numberKey(printDouble(tree.value));
		case "decimal":
			return rank + numberKey(printDecimal(tree.unscaled, tree.scale));
		case "string":
			return rank + tree.value;
		case "array":
			return rank + wordKey(tree.items.length) + jsonKey(tree);
		case "object":
			return rank + wordKey(tree.members.size) + jsonKey(tree);
		default:
			return rank + tree.text;
	}
}

/** Two bytes, big-endian; greater counts are clamped. */
function wordKey(count: number): ByteString {
	const word = Math.min(count, 0xffff);
	return String.fromCharCode(word >> 8, word & 0xff);
}

/** Added to exponents, so that none is negative. */
const exponentBase = 0x4000;

/** Normalizes any notation of a number to 0.digits times ten to the exponent. */
function numberKey(text: string): ByteString {
	const [, sign = "", whole = "", fraction = "", exponent = "0"] =
		/^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
	const written = whole + fraction;
	const digits = written.replace(/^0+/, "");
	if (digits === "") {
		return "\x01";
	}
	const place = whole.length - (written.length - digits.length) + Number(exponent);
	const size = wordKey(exponentBase + place) + digits.replace(/0+$/, "");
	return sign === "" ? `\x02${size}` : `\x00${turned(size)}\xff`;
}

function turned(key: ByteString): ByteString {
	let result = "";
	for (let at = 0; at < key.length; at++) {
		result += String.fromCharCode(0xff - key.charCodeAt(at));
	}
	return result;
}
