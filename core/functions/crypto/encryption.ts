/**
 * AES encryption and zlib compression of bytes; NULL where decryption or decompression fails.
 *
 * AES takes its mode from `block_encryption_mode`, by default aes-128-ecb.
 *
 * | name                                      | result                       | source (MySQL 5.7 manual)                 |
 * |-------------------------------------------|------------------------------|-------------------------------------------|
 * | aes_encrypt, aes_decrypt (text, key [, iv]) | varbinary                  | 12.13 Encryption and Compression Functions|
 * | compress, uncompress                      | longblob                     | 12.13                                     |
 * | uncompressed_length                       | bigint(10)                   | 12.13                                     |
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { sqlError } from "../../errors/catalogue.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyBytes, binaryEncoding, integerResult, textResult, textWidth } from "../definition/result.ts";
import { ownText } from "../operand/text-operand.ts";

/** Reduces a key of any length to the cipher's key length by XOR, as MySQL does. */
function foldedKey(key: ByteString, length: number): Buffer {
	const folded = Buffer.alloc(length);
	for (let at = 0; at < key.length; at++) {
		folded[at % length]! ^= key.charCodeAt(at);
	}
	return folded;
}

const ivLength = 16;

interface Cipher {
	readonly algorithm: string;
	readonly key: Buffer;
	readonly iv: Buffer | null;
}

function cipherOf(evaluation: Evaluation, key: ByteString, iv: Value | undefined, name: string): Cipher {
	const algorithm = String(
		evaluation.session.systemVariable("block_encryption_mode", "any")?.value ?? "aes-128-ecb",
	).toLowerCase();
	const bits = Number(/\d+/.exec(algorithm)?.[0] ?? 128);
	if (algorithm.endsWith("ecb")) {
		if (iv !== undefined) {
			evaluation.warn("Warning", "optionIgnored", "IV");
		}
		return { algorithm, key: foldedKey(key, bits / 8), iv: null };
	}
	if (iv === undefined) {
		throw sqlError("wrongParameterCount", name);
	}
	if (typeof iv !== "string" || iv.length < ivLength) {
		throw sqlError("shortInitializationVector", name, ivLength);
	}
	return { algorithm, key: foldedKey(key, bits / 8), iv: Buffer.from(iv.slice(0, ivLength), "latin1") };
}

function encrypt(bytes: ByteString, { algorithm, key, iv }: Cipher): ByteString {
	const cipher = createCipheriv(algorithm, key, iv);
	return cipher.update(bytes, "latin1", "latin1") + cipher.final("latin1");
}

/** NULL for text encrypted with another key. */
function decrypt(bytes: ByteString, { algorithm, key, iv }: Cipher): ByteString | null {
	try {
		const cipher = createDecipheriv(algorithm, key, iv);
		return cipher.update(bytes, "latin1", "latin1") + cipher.final("latin1");
	} catch {
		return null;
	}
}

function ciphering(name: string, work: (bytes: ByteString, cipher: Cipher) => Value): Resolve {
	return (operands, context) => ({
		type: textResult((Math.floor((textWidth(operands[0]!.type) * 4) / 16) + 1) * 16, binaryEncoding),
		nullable: true,
		// The third is not read by a mode that needs none.
		nullPropagates: false,
		operands: operands.map((operand) => ownText(operand, context)),
		evaluate: (evaluation, text, key, iv) =>
			text === null || key === null
				? null
				: work(text as ByteString, cipherOf(evaluation, key as ByteString, operands.length > 2 ? iv : undefined, name)),
	});
}

/** Four bytes of length, little-endian, then deflated bytes; a trailing dot protects a final space from trimming. */
function compress(bytes: ByteString): ByteString {
	if (bytes === "") {
		return "";
	}
	const head = Buffer.alloc(4);
	head.writeUInt32LE(bytes.length % 0x40000000);
	const body = deflateSync(Buffer.from(bytes, "latin1")).toString("latin1");
	return head.toString("latin1") + body + (body.endsWith(" ") ? "." : "");
}

function lengthOf(bytes: ByteString): number {
	return Buffer.from(bytes.slice(0, 4), "latin1").readUInt32LE() % 0x40000000;
}

function uncompress(bytes: ByteString): Value {
	if (bytes === "") {
		return "";
	}
	if (bytes.length <= 4) {
		return null;
	}
	try {
		return inflateSync(Buffer.from(bytes.slice(4), "latin1"), {
			maxOutputLength: Math.max(1, lengthOf(bytes)),
		}).toString("latin1");
	} catch {
		return null;
	}
}

function overBytes(work: (bytes: ByteString) => Value): Resolve {
	return ([operand], context) => ({
		type: anyBytes,
		nullable: true,
		operands: [ownText(operand!, context)],
		evaluate: (_evaluation, text) => work(text as ByteString),
	});
}

const uncompressedLength: Resolve = ([operand], context) => ({
	type: integerResult(10),
	nullable: true,
	operands: [ownText(operand!, context)],
	evaluate: (_evaluation, text) => ((text as ByteString).length <= 4 ? 0 : lengthOf(text as ByteString)),
});

export const encryption: readonly FunctionDefinition[] = [
	define("aes_encrypt", 2, 3, ciphering("aes_encrypt", encrypt)),
	define("aes_decrypt", 2, 3, ciphering("aes_decrypt", decrypt)),
	define("compress", 1, 1, overBytes(compress)),
	define("uncompress", 1, 1, overBytes(uncompress)),
	define("uncompressed_length", 1, 1, uncompressedLength),
];
