/**
 * Prints literals so that they read as the same literal; invalid UTF-8 passes unchanged.
 */
import type { ByteString } from "../../types/value/value.ts";
import { encodeString } from "../lex/string.ts";
import type { Literal } from "../tree/expression.ts";

export function printLiteral(node: Literal): ByteString {
	switch (node.type) {
		case "null":
			return "NULL";
		case "boolean":
			return node.value ? "TRUE" : "FALSE";
		case "integer":
		case "decimal":
		case "double":
			return node.text;
		case "string":
			return (node.national === true ? "N" : introducer(node.charset)) + encodeString(node.bytes);
		case "hex":
		case "bit":
			return node.charset === undefined ? node.text : `${introducer(node.charset)} ${node.text}`;
		case "date":
		case "time":
		case "timestamp":
			return node.escaped === true
				? `{${escapes[node.type]} ${encodeString(node.text)}}`
				: `${node.type.toUpperCase()} ${encodeString(node.text)}`;
	}
}

const escapes = { date: "d", time: "t", timestamp: "ts" } as const;

function introducer(charset: string | undefined): string {
	return charset === undefined ? "" : `_${charset}`;
}
