/**
 * Internet addresses (IPv4, IPv6): conversion between text, number and bytes; NULL for an invalid address.
 *
 * | name                                           | result              | source (MySQL 5.7 manual)     |
 * |------------------------------------------------|---------------------|-------------------------------|
 * | inet_aton                                      | bigint(21) unsigned | 12.20 Miscellaneous Functions |
 * | inet_ntoa                                      | varchar(15)         | 12.20                         |
 * | inet6_aton                                     | varbinary(16)       | 12.20                         |
 * | inet6_ntoa                                     | varchar(39)         | 12.20                         |
 * | is_ipv4, is_ipv6, is_ipv4_compat, is_ipv4_mapped | bigint(1)         | 12.20                         |
 */
import { isIPv4, isIPv6 } from "node:net";
import { canonical, type ByteString, type Integer, type Value } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import {
	anyBytes,
	anyText,
	bigintType,
	binaryEncoding,
	integerResult,
	isText,
	textResult,
	truthType,
	unsignedType,
} from "../definition/result.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { fault, shown } from "../../types/print/fault.ts";
import { asciiIn, connectionEncoding } from "../operand/text-operand.ts";

const plain = anyText({ charset: "utf8mb4", collation: "utf8mb4_bin" });

/** Up to four numbers of one byte each. In short forms of two or three, zero bytes are inserted before the last. */
function numberOfAddress(text: string): Integer | null {
	const parts = /^\d+(\.\d+){0,3}$/.test(text) ? text.split(".").map(Number) : [];
	if (parts.length === 0 || parts.some((part) => part > 255)) {
		return null;
	}
	const last = parts.pop()!;
	const missing = parts.length === 1 || parts.length === 2 ? 3 - parts.length : 0;
	return canonical(
		[...parts, ...Array.from({ length: missing }, () => 0), last].reduce((sum, part) => sum * 256n + BigInt(part), 0n),
	);
}

function addressOfNumber(value: Value): string | null {
	const number = Number(value);
	return number > 0xffffffff || number < 0 ? null : [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
}

/** Returns the bytes of an IPv6 address of valid form. */
function bytesOfIPv6(text: string): ByteString {
	const quad = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
	const groups =
		quad === null
			? text
			: text.slice(0, quad.index) +
				[1, 3].map((at) => (Number(quad[at]) * 256 + Number(quad[at + 1])).toString(16)).join(":");
	const [front = "", back] = groups.split("::");
	const head = front === "" ? [] : front.split(":");
	const tail = back === undefined || back === "" ? [] : back.split(":");
	const zeros = Array.from({ length: back === undefined ? 0 : 8 - head.length - tail.length }, () => "0");
	return [...head, ...zeros, ...tail]
		.map((group) => {
			const value = Number.parseInt(group, 16);
			return String.fromCharCode(value >> 8, value & 255);
		})
		.join("");
}

/** The trailing IPv4 part may have leading zeros, up to three digits a number. */
function withoutZeros(text: string): string {
	const start = text.lastIndexOf(":") + 1;
	const parts = text.slice(start).split(".");
	return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part))
		? text.slice(0, start) + parts.map(Number).join(".")
		: text;
}

function bytesOfAddress(text: string): ByteString | null {
	const plainText = withoutZeros(text);
	if (isIPv4(plainText)) {
		return plainText
			.split(".")
			.map((part) => String.fromCharCode(Number(part)))
			.join("");
	}
	return isIPv6(plainText) && !plainText.includes("%") ? bytesOfIPv6(plainText) : null;
}

function isMapped(bytes: ByteString): boolean {
	return bytes.length === 16 && bytes.startsWith(`${"\0".repeat(10)}\xff\xff`);
}

function isCompatible(bytes: ByteString): boolean {
	return bytes.length === 16 && bytes.startsWith("\0".repeat(12)) && !/^\0\0/.test(bytes.slice(12, 14));
}

function dotted(bytes: ByteString): string {
	return [...bytes].map((byte) => byte.charCodeAt(0)).join(".");
}

/** Omits the longest run of zero groups, the first of equal ones. */
function addressOfBytes(bytes: ByteString): string | null {
	if (bytes.length === 4) {
		return dotted(bytes);
	}
	if (bytes.length !== 16) {
		return null;
	}
	if (isMapped(bytes) || isCompatible(bytes)) {
		return `::${isMapped(bytes) ? "ffff:" : ""}${dotted(bytes.slice(12))}`;
	}
	const groups = Array.from({ length: 8 }, (_, at) =>
		(bytes.charCodeAt(at * 2) * 256 + bytes.charCodeAt(at * 2 + 1)).toString(16),
	);
	let best = { at: 0, length: 0 };
	for (let at = 0; at < 8; at++) {
		let end = at;
		while (groups[end] === "0") {
			end++;
		}
		best = end - at > best.length ? { at, length: end - at } : best;
	}
	return best.length === 0
		? groups.join(":")
		: `${groups.slice(0, best.at).join(":")}::${groups.slice(best.at + best.length).join(":")}`;
}

/** NULL, and a fault. */
function refused(evaluation: Evaluation, value: Value, name: string): null {
	fault(evaluation, "incorrectFunctionValue", "string", `'${shown(value, plain)}'`, name);
	return null;
}

function testing(test: (text: string) => boolean, bytes: boolean): Resolve {
	return ([operand]) => ({
		type: truthType,
		nullable: false,
		nullPropagates: false,
		operands: [bytes ? anyBytes : plain],
		evaluate: (_evaluation, text) => (text !== null && operand !== undefined && test(text as string) ? 1 : 0),
	});
}

/** NULL for a negative number. */
const ntoa: Resolve = ([operand], context) => {
	const encoding = connectionEncoding(context);
	return {
		type: textResult(15, encoding),
		nullable: true,
		operands: [operand!.type.unsigned ? unsignedType : bigintType],
		evaluate: (_evaluation, value) => {
			const text = addressOfNumber(value);
			return text === null ? null : asciiIn(text, encoding.charset);
		},
	};
};

const ntoa6: Resolve = ([operand], context) => {
	const encoding = connectionEncoding(context);
	return {
		type: textResult(39, encoding),
		nullable: true,
		operands: [anyBytes],
		evaluate: (evaluation, bytes) => {
			const text =
				isText(operand!.type) && operand!.type.charset === "binary" ? addressOfBytes(bytes as ByteString) : null;
			return text === null ? refused(evaluation, bytes, "inet6_ntoa") : asciiIn(text, encoding.charset);
		},
	};
};

export const inet: readonly FunctionDefinition[] = [
	define("inet_aton", 1, 1, () => ({
		type: integerResult(21, true),
		nullable: true,
		operands: [plain],
		evaluate: (evaluation, text) => numberOfAddress(text as string) ?? refused(evaluation, text, "inet_aton"),
	})),
	define("inet_ntoa", 1, 1, ntoa),
	define("inet6_aton", 1, 1, () => ({
		type: textResult(16, binaryEncoding),
		nullable: true,
		operands: [plain],
		evaluate: (evaluation, text) => bytesOfAddress(text as string) ?? refused(evaluation, text, "inet6_aton"),
	})),
	define("inet6_ntoa", 1, 1, ntoa6),
	define(
		"is_ipv4",
		1,
		1,
		testing((text) => isIPv4(withoutZeros(text)), false),
	),
	define(
		"is_ipv6",
		1,
		1,
		testing((text) => isIPv6(text) && !text.includes("%"), false),
	),
	define("is_ipv4_compat", 1, 1, testing(isCompatible, true)),
	define("is_ipv4_mapped", 1, 1, testing(isMapped, true)),
];
