/**
 * Hash functions, password hashes, random bytes and UUIDs.
 *
 * | name                     | result                          | source (MySQL 5.7 manual)                 |
 * |--------------------------|---------------------------------|-------------------------------------------|
 * | md5                      | varchar(32)                     | 12.13 Encryption and Compression Functions|
 * | sha, sha1                | varchar(40)                     | 12.13                                     |
 * | sha2 (text, bits)        | varchar(128), NULL for other bits | 12.13                                   |
 * | password                 | varchar(41): `*` and SHA1(SHA1) | 12.13                                     |
 * | old_password             | varchar(16)                     | 12.13, MySQL 5.6                          |
 * | random_bytes (count)     | varbinary                       | 12.13                                     |
 * | uuid, uuid_short         | varchar(36) utf8, bigint(20) unsigned | 12.20 Miscellaneous                 |
 */
import { nowMs } from "../../async/timers.ts";
import { countMade } from "../../async/work-meter.ts";
import { createHash, randomBytes } from "node:crypto";
import { randomBytes as systemBytes } from "../../async/random-bytes.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { canonical, type ByteString, type Value } from "../../types/value/value.ts";
import { anyNullable, define, named, type Resolve } from "../definition/definition.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { bigintType, binaryEncoding, integerResult, textResult } from "../definition/result.ts";
import { asciiIn, connectionEncoding, ownText } from "../operand/text-operand.ts";

function digest(algorithm: string, bytes: ByteString): Buffer {
	return createHash(algorithm).update(bytes, "latin1").digest();
}

/** Makes a function that returns a digest of the first operand as text of so many characters. */
function digesting(characters: number, compute: (text: ByteString, b: Value) => string | null): Resolve {
	return (operands, context) => {
		const encoding = connectionEncoding(context);
		return {
			type: textResult(characters, encoding),
			nullable: operands.length > 1 || anyNullable(operands),
			ascii: true,
			operands: [ownText(operands[0]!, context), bigintType],
			evaluate: (_evaluation, text, b) => {
				const digits = compute(text as ByteString, b);
				return digits === null ? null : asciiIn(digits, encoding.charset);
			},
		};
	};
}

const algorithms: Readonly<Record<string, string>> = {
	0: "sha256",
	224: "sha224",
	256: "sha256",
	384: "sha384",
	512: "sha512",
};

const sha2 = digesting(128, (text, bits) => {
	const algorithm = algorithms[String(bits)];
	return algorithm === undefined ? null : digest(algorithm, text).toString("hex");
});

/** Returns the hash that mysql_native_password stores; the empty string for an empty password. */
function passwordHash(password: ByteString): string {
	const once = digest("sha1", password).toString("latin1");
	return password === "" ? "" : `*${digest("sha1", once).toString("hex").toUpperCase()}`;
}

/** The hash of servers before 4.1: two 31-bit numbers. */
function oldPasswordHash(password: ByteString): string {
	let first = 1345345333n;
	let second = 0x12345671n;
	let sum = 7n;
	for (const byte of password.replace(/[ \t]/g, "")) {
		const code = BigInt(byte.charCodeAt(0));
		// Of a machine word: beyond that the numbers would grow with the text.
		first ^= BigInt.asUintN(64, ((first & 63n) + sum) * code + (first << 8n));
		second = BigInt.asUintN(64, second + ((second << 8n) ^ first));
		sum += code;
	}
	countMade(16 * password.length);
	const digits = (value: bigint) => (value & 0x7fffffffn).toString(16).padStart(8, "0");
	return password === "" ? "" : digits(first) + digits(second);
}

const greatestCount = 1024;

const randoms: Resolve = () => ({
	type: textResult(greatestCount, binaryEncoding),
	nullable: true,
	operands: [bigintType],
	volatile: true,
	evaluate: ({ session }, count) => {
		const wanted = Number(count);
		if (wanted < 1 || wanted > greatestCount) {
			throw sqlError("dataOutOfRange", "length", "random_bytes");
		}
		const { seeded } = session;
		return (seeded === undefined ? randomBytes(wanted) : Buffer.from(seeded.bytes(wanted))).toString("latin1");
	},
});

/** 100-nanosecond ticks from the start of the Gregorian calendar to 1970. */
const gregorianOffset = 122192928000000000n;
/** Random node id of this process's UUIDs; the multicast bit marks it as not being a hardware address. */
const drawn = systemBytes(8);
drawn[0]! |= 1;
const place = `${(0x8000 | (drawn.readUInt16LE(6) & 0x3fff)).toString(16)}-${drawn.toString("hex", 0, 6)}`;
/** The same in every process, as a seed demands. */
const seededPlace = "8000-010000000000";
let lastTicks = 0n;

/** Returns a version 1 UUID; within one clock tick the timestamp is incremented. */
function uuid({ session: { seeded } }: Evaluation): string {
	if (seeded !== undefined) {
		return printUuid(seeded.ticks(), seededPlace);
	}
	const now = BigInt(nowMs()) * 10000n + gregorianOffset;
	lastTicks = now > lastTicks ? now : lastTicks + 1n;
	return printUuid(lastTicks, place);
}

/** `place`: clock sequence and node. */
function printUuid(time: bigint, place: string): string {
	const ticks = time.toString(16).padStart(15, "0");
	return `${ticks.slice(7)}-${ticks.slice(3, 7)}-1${ticks.slice(0, 3)}-${place}`;
}

/**
 * Start time of the process and a counter, in 64 bits. The counter begins by chance, for processes and threads that
 * share a database and began in the same second.
 */
let nextShort =
	(1n << 56n) + (BigInt(Math.floor(nowMs() / 1000)) << 24n) + BigInt(systemBytes(3).readUIntLE(0, 3) >> 1);

export const digests: readonly FunctionDefinition[] = [
	define(
		"md5",
		1,
		1,
		digesting(32, (text) => digest("md5", text).toString("hex")),
	),
	...named(
		["sha", "sha1"],
		1,
		1,
		digesting(40, (text) => digest("sha1", text).toString("hex")),
	),
	define("sha2", 2, 2, sha2),
	define("password", 1, 1, digesting(41, passwordHash)),
	define("old_password", 1, 1, digesting(16, oldPasswordHash)),
	define("random_bytes", 1, 1, randoms),
	define("uuid", 0, 0, () => ({
		type: textResult(36, { charset: "utf8", collation: "utf8_general_ci" }),
		nullable: false,
		volatile: true,
		evaluate: uuid,
	})),
	define("uuid_short", 0, 0, () => ({
		type: integerResult(20, true),
		nullable: false,
		volatile: true,
		evaluate: ({ session: { seeded } }) => canonical(seeded === undefined ? nextShort++ : seeded.short()),
	})),
];
