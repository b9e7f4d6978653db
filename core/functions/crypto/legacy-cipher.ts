/**
 * Legacy ciphers (ENCODE, DES_ENCRYPT, ENCRYPT), for data written with them, not for new data.
 *
 * ENCODE substitutes bytes by a table that is shuffled by the password; DES uses three keys derived from it. There is
 * no DES key file: without a password DES returns NULL, and so does ENCRYPT, whose salted hash is the operating
 * system's.
 *
 * | name                              | result                        | source (MySQL 5.7 manual)                  |
 * |-----------------------------------|-------------------------------|--------------------------------------------|
 * | encode, decode (text, password)   | varbinary as long as the text | 12.13 Encryption and Compression Functions |
 * | des_encrypt (text [, password])   | varbinary                     | 12.13                                      |
 * | des_decrypt (bytes [, password])  | varbinary                     | 12.13                                      |
 * | encrypt (text [, salt])           | NULL                          | 12.13                                      |
 */
import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { countMade } from "../../async/work-meter.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { binaryEncoding, textResult, textWidth } from "../definition/result.ts";
import { ownText } from "../operand/text-operand.ts";

const greatest = 0x3fffffff;
const ends = 0x7fffffffn;

/** Returns the seeds of a password. */
function seedsOf(password: ByteString): readonly [number, number] {
	let [first, second, sum] = [1345345333n, 0x12345671n, 7n];
	for (const character of password) {
		if (character === " " || character === "\t") {
			continue;
		}
		const byte = BigInt(character.charCodeAt(0));
		first = BigInt.asUintN(64, first ^ (((first & 63n) + sum) * byte + (first << 8n)));
		second = BigInt.asUintN(64, second + ((second << 8n) ^ first));
		sum += byte;
	}
	return [Number(first & ends) % greatest, Number(second & ends) % greatest];
}

/** Pseudo-random numbers up to 254, for shuffling and walking the table. */
function chance(password: ByteString): () => number {
	let [first, second] = seedsOf(password);
	return () => {
		first = (first * 3 + second) % greatest;
		second = (first + second + 33) % greatest;
		return Math.trunc((first / greatest) * 255);
	};
}

/** Returns the substitution table and its inverse. */
function shuffled(next: () => number): { readonly from: Uint8Array; readonly to: Uint8Array } {
	const from = Uint8Array.from({ length: 256 }, (_, at) => at);
	for (let at = 0; at < 256; at++) {
		const other = next();
		const kept = from[other]!;
		from[other] = from[at]!;
		from[at] = kept;
	}
	const to = new Uint8Array(256);
	from.forEach((byte, at) => {
		to[byte] = at;
	});
	return { from, to };
}

function swap(text: ByteString, password: ByteString, isDecoding: boolean): ByteString {
	const next = chance(password);
	const { from, to } = shuffled(next);
	let shift = 0;
	const made = Buffer.from(text, "latin1");
	for (let at = 0; at < made.length; at++) {
		shift ^= next();
		const byte = made[at]!;
		const changed = isDecoding ? from[(byte ^ shift) & 255]! : (to[byte]! ^ shift) & 255;
		shift ^= isDecoding ? changed : byte;
		made[at] = changed;
	}
	countMade(16 * made.length);
	return made.toString("latin1");
}

/** Derives three keys, 24 bytes. */
function desKey(password: ByteString): Buffer {
	const bytes = Buffer.from(password, "latin1");
	const first = createHash("md5").update(bytes).digest();
	const second = createHash("md5").update(first).update(bytes).digest();
	return Buffer.concat([first, second.subarray(0, 8)]);
}

const blockBytes = 8;
/** First byte of a text encrypted with a password. */
const passwordMark = "\xff";

function desEncrypt(text: ByteString, password: ByteString): ByteString {
	const filling = blockBytes - (text.length % blockBytes);
	const cipher = createCipheriv("des-ede3-cbc", desKey(password), Buffer.alloc(blockBytes)).setAutoPadding(false);
	const filled = text + "*".repeat(filling - 1) + String.fromCharCode(filling);
	return passwordMark + cipher.update(filled, "latin1", "latin1") + cipher.final("latin1");
}

/** Returns the plain text; text that was not encrypted is returned unchanged, and another password gives NULL. */
function desDecrypt(bytes: ByteString, password: ByteString): Value {
	if (bytes.length < blockBytes + 1 || bytes.length % blockBytes !== 1 || bytes.charCodeAt(0) < 128) {
		return bytes;
	}
	const cipher = createDecipheriv("des-ede3-cbc", desKey(password), Buffer.alloc(blockBytes)).setAutoPadding(false);
	const text = cipher.update(bytes.slice(1), "latin1", "latin1") + cipher.final("latin1");
	const filling = text.charCodeAt(text.length - 1);
	return filling > blockBytes ? null : text.slice(0, text.length - filling);
}

/** `work` is called only where a password is given. */
function ciphering(work: (text: ByteString, password: ByteString) => Value, extra: number): Resolve {
	return (operands, context) => ({
		type: textResult(textWidth(operands[0]!.type) * 4 + extra, binaryEncoding),
		nullable: true,
		operands: operands.map((operand) => ownText(operand, context)),
		evaluate: (_evaluation, text, password) =>
			operands.length < 2 ? null : work(text as ByteString, password as ByteString),
	});
}

export const legacyCipher: readonly FunctionDefinition[] = [
	define(
		"encode",
		2,
		2,
		ciphering((text, password) => swap(text, password, false), 0),
	),
	define(
		"decode",
		2,
		2,
		ciphering((text, password) => swap(text, password, true), 0),
	),
	define("des_encrypt", 1, 2, ciphering(desEncrypt, 9)),
	define("des_decrypt", 1, 2, ciphering(desDecrypt, 0)),
	define(
		"encrypt",
		1,
		2,
		ciphering(() => null, 13),
	),
];
