/**
 * Converts literals: the kernel's lexer reads a string's source text again, so that escapes agree.
 */
import { parseExpression, plainMode } from "../../core/sql/parse/index.ts";
import type { Literal } from "../../core/sql/tree/expression.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { type PackageNode, refuse } from "./package-node.ts";

const quotes: Readonly<Record<string, readonly [before: string, behind: string]>> = {
	single_quote_string: ["'", "'"],
	string: ["'", "'"],
	double_quote_string: ['"', '"'],
	hex_string: ["x'", "'"],
	full_hex_string: ["0x", ""],
	bit_string: ["b'", "'"],
	natural_string: ["n'", "'"],
	number: ["", ""],
	bigint: ["", ""],
	date: ["date '", "'"],
	time: ["time '", "'"],
	timestamp: ["timestamp '", "'"],
};

export function literalOf(node: PackageNode): Literal | undefined {
	if (node.type === "null") {
		return { kind: "literal", type: "null" };
	}
	if (node.type === "bool" || node.type === "boolean") {
		return { kind: "literal", type: "boolean", value: node.value === true };
	}
	const marks = quotes[String(node.type)];
	if (marks === undefined) {
		return undefined;
	}
	if (typeof node.value === "number" && Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) {
		return refuse("an integer beyond 53 bits, whose digits it loses");
	}
	if (node.prefix !== undefined && node.prefix !== null && node.prefix !== "") {
		return refuse(`a literal behind ${String(node.prefix)}`);
	}
	const read = parseExpression(encodeText(`${marks[0]}${String(node.value)}${marks[1]}`), plainMode);
	if (read.kind === "unary" && read.operator === "-" && read.operand.kind === "literal") {
		// The package makes the sign part of the number: the caller makes it an operator again.
		return undefined;
	}
	return read.kind === "literal" ? read : refuse(`the literal ${String(node.value)}`);
}
