/**
 * Literals as typed constants, from UTF-8 text.
 */
import { truthType } from "../../functions/definition/result.ts";
import { collationNamed, collationOfCharset } from "../../types/collation/collation.ts";
import { charsetNamed, convertText, isUtf8 } from "../../types/text/charset.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import {
	bytesLiteral,
	decimalLiteral,
	doubleLiteral,
	integerLiteral,
	momentOf,
	temporalLiteral,
	textLiteral,
} from "../../types/convert/literal.ts";
import { sqlType } from "../../types/value/type.ts";
import { isAscii } from "../../types/text/utf8.ts";
import { firstIllFormed, shownIllFormed } from "../../types/text/well-formed.ts";
import { canonical, encodeText, type ByteString, type Integer } from "../../types/value/value.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Literal } from "../../sql/tree/expression.ts";
import { boundConstant, type BoundConstant } from "../tree/bound-expression.ts";
import { planningEvaluation } from "../compile/planning-evaluation.ts";
import type { Planning } from "../tree/planning.ts";

export function bindLiteral(literal: Literal, planning: Planning): BoundConstant {
	switch (literal.type) {
		case "null":
			return boundConstant(null, sqlType("null"));
		case "boolean":
			return boundConstant(literal.value ? 1 : 0, truthType);
		case "integer":
			return constantOf(integerLiteral(literal.text));
		case "decimal":
			return constantOf(decimalLiteral(literal.text));
		case "double":
			return constantOf(doubleLiteral(literal.text));
		case "string":
			return constantOf(
				textConstant(
					literal.charset === undefined && literal.national !== true ? literal.bytes : asSent(literal.bytes, planning),
					literal.national === true ? "utf8" : literal.charset,
					planning,
				),
			);
		case "hex":
		case "bit":
			return literal.charset === undefined
				? { ...constantOf(bytesLiteral(literal.bytes)), number: numberOfBytes(literal.bytes) }
				: constantOf(textConstant(literal.bytes, literal.charset, planning));
		case "date":
		case "time":
		case "timestamp":
			return constantOf(momentLiteral(literal, planning));
	}
}

function momentLiteral(
	{ type, text, escaped }: Literal & { readonly type: "date" | "time" | "timestamp" },
	planning: Planning,
): TypedValue {
	const evaluation = planningEvaluation(planning, () => undefined);
	return escaped === true
		? (momentOf(type, text, evaluation) ?? textConstant(text, undefined, planning))
		: temporalLiteral(type, text, evaluation);
}

function constantOf({ type, value }: TypedValue): BoundConstant {
	return boundConstant(value, type);
}

/** Text with an introducer is taken unconverted; without one it is converted to the connection charset. */
function textConstant(bytes: ByteString, introduced: string | undefined, planning: Planning): TypedValue {
	const { connectionCharset, connectionCollation } = planning.resolution;
	if (introduced === undefined) {
		const isUtf8 = connectionCharset === "utf8mb4" || connectionCharset === "utf8";
		const text = isUtf8 ? bytes : convertText(bytes, "utf8mb4", connectionCharset);
		return textLiteral(text, connectionCharset, connectionCollation);
	}
	const name = introduced.toLowerCase();
	if (name === "binary") {
		return bytesLiteral(bytes);
	}
	const collation = collationOfCharset(name) ?? collationNamed(name);
	if (collation === undefined) {
		throw sqlError("unknownCharset", encodeText(introduced));
	}
	return textLiteral(wellFormed(bytes, collation.charset), collation.charset, collation.name);
}

/** An introducer applies to the bytes that the client sent, whatever they mean in its charset. */
function asSent(bytes: ByteString, { resolution: { clientCharset = "utf8mb4" } }: Planning): ByteString {
	return isUtf8(clientCharset) || isAscii(bytes) ? bytes : convertText(bytes, "utf8mb4", clientCharset);
}

/** Bytes after an introducer: left-padded with zeros for multi-byte charsets; 1300 if malformed. */
function wellFormed(bytes: ByteString, charset: string): ByteString {
	const { minBytes } = charsetNamed(charset)!;
	const missing = bytes.length % minBytes;
	const text = missing === 0 ? bytes : "\0".repeat(minBytes - missing) + bytes;
	const at = firstIllFormed(text, charset);
	if (at >= 0) {
		throw sqlError("invalidCharacterString", charset, shownIllFormed(text, at));
	}
	return text;
}

/** In numeric context a hex or bit literal is the number its bytes make. */
export function numberOfBytes(bytes: ByteString): BoundConstant {
	const digits = Buffer.from(bytes, "latin1").toString("hex");
	const value: Integer = digits === "" ? 0 : canonical(BigInt.asUintN(64, BigInt(`0x${digits}`)));
	return boundConstant(value, sqlType("bigint", { length: 21, unsigned: true }));
}
