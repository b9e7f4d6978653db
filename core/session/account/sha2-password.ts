/**
 * Authentication method caching_sha2_password: hashes a password and verifies the client's response.
 *
 *     stored    "$A$" rounds / 1000 in three hexadecimal digits "$" salt, 20 "$" digest, 43     SHA-256 crypt
 *     response  SHA256(password) xor SHA256(SHA256(SHA256(password)), challenge)
 *
 * A response is verified with SHA256(SHA256(password)), which is never on disk: the server caches it for accounts
 * that have sent the password once. The digest is Drepper's SHA-crypt, with a salt of 20 bytes.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type CooperativeTask, runInSlices, runToEnd } from "../../async/cooperative-task.ts";
import type { ByteString } from "../../types/value/value.ts";

/** As in MySQL. The hash takes time by the square of the length, and is asked for before a login. */
const longestPassword = 256;

const roundsUnit = 1000;
const usualRounds = 5;
const saltLength = 20;
const letters = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function sha256(...parts: readonly Uint8Array[]): Buffer {
	const hash = createHash("sha256");
	for (const part of parts) {
		hash.update(part);
	}
	return hash.digest();
}

/** Returns the hash to store; empty for an empty password. Throws 1819 for one of more than 256 bytes. */
export function sha2Hash(password: ByteString): ByteString {
	if (password === "") {
		return "";
	}
	if (password.length > longestPassword) {
		throw sqlError("passwordNotValid");
	}
	const salt = Buffer.from(randomBytes(saltLength).map((byte) => letters.charCodeAt(byte & 63)));
	return (
		`$A$${usualRounds.toString(16).padStart(3, "0").toUpperCase()}$${salt.toString("latin1")}` +
		shaCrypt(password, salt, usualRounds * roundsUnit)
	);
}

const shape = /^\$A\$([0-9A-Fa-f]{3})\$([\s\S]{20})([./0-9A-Za-z]{43})$/;

export function isSha2Hash(text: ByteString): boolean {
	return text === "" || shape.test(text);
}

/** Verifications that wait for their turn; for further ones there is no place. */
const mostWaiting = 64;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves to true if the password matches the stored hash. One is verified at a time, in slices of the event loop:
 * thousands of rounds take milliseconds, a stored hash may ask for millions, and this is before a login.
 *
 * @throws SqlError 1040 where too many wait: whether it is the password was not looked at
 */
export async function isPassword(kept: ByteString, password: ByteString): Promise<boolean> {
	if (password.length > longestPassword) {
		return false;
	}
	const parts = shape.exec(kept);
	if (parts === null) {
		return kept === "" && password === "";
	}
	if (waiting >= mostWaiting) {
		throw sqlError("tooManyConnections");
	}
	const [, rounds, salt, stored] = parts as unknown as [string, string, string, string];
	waiting++;
	const verified = last.then(() =>
		runInSlices(shaCryptSteps(password, Buffer.from(salt, "latin1"), Number.parseInt(rounds, 16) * roundsUnit)),
	);
	last = verified.catch(() => undefined);
	try {
		return timingSafeEqual(Buffer.from(await verified), Buffer.from(stored));
	} finally {
		waiting--;
	}
}

/** A hash that no password has, of usual cost: for names without an account. */
export function decoyHash(): ByteString {
	const letter = (byte: number): number => letters.charCodeAt(byte & 63);
	const salt = Buffer.from(randomBytes(saltLength).map(letter)).toString("latin1");
	return `$A$${usualRounds.toString(16).padStart(3, "0").toUpperCase()}$${salt}${Buffer.from(randomBytes(43).map(letter)).toString("latin1")}`;
}

/** Returns the digest to cache for a verified password. */
export function remembered(password: ByteString): Buffer {
	return sha256(sha256(Buffer.from(password, "latin1")));
}

export function answersFast(memory: Uint8Array, challenge: Uint8Array, response: Uint8Array): boolean {
	if (response.length !== 32) {
		return false;
	}
	const mask = sha256(memory, challenge);
	return timingSafeEqual(sha256(Buffer.from(response.map((byte, at) => byte ^ mask[at]!))), memory);
}

/** Repeats `bytes` up to `count` bytes. */
function repeated(bytes: Buffer, count: number): Buffer {
	return Buffer.alloc(count, bytes);
}

/** SHA-256 crypt: 43 characters. */
export function shaCrypt(text: ByteString, salt: Buffer, rounds: number): string {
	return runToEnd(shaCryptSteps(text, salt, rounds));
}

/** Rounds between two steps: some 100 us. */
const roundsInStep = 64;

function* shaCryptSteps(text: ByteString, salt: Buffer, rounds: number): CooperativeTask<string> {
	const password = Buffer.from(text, "latin1");
	const other = sha256(password, salt, password);
	const first: Uint8Array[] = [password, salt, repeated(other, password.length)];
	for (let left = password.length; left > 0; left >>= 1) {
		first.push((left & 1) === 1 ? other : password);
	}
	let digest = sha256(...first);
	const passwords = repeated(sha256(...Array<Buffer>(password.length).fill(password)), password.length);
	const salts = repeated(sha256(...Array<Buffer>(16 + digest[0]!).fill(salt)), salt.length);
	for (let round = 0; round < rounds; round++) {
		const odd = (round & 1) === 1;
		const parts = [odd ? passwords : digest];
		if (round % 3 !== 0) {
			parts.push(salts);
		}
		if (round % 7 !== 0) {
			parts.push(passwords);
		}
		parts.push(odd ? digest : passwords);
		digest = sha256(...parts);
		if (round % roundsInStep === 0) {
			yield;
		}
	}
	return letteredDigest(digest);
}

/** Encodes three bytes as four characters, in the byte order that SHA-crypt prescribes. */
function letteredDigest(digest: Buffer): string {
	let printed = "";
	const put = (high: number, middle: number, low: number, count: number) => {
		let value = (high << 16) | (middle << 8) | low;
		for (let at = 0; at < count; at++, value >>= 6) {
			printed += letters[value & 63];
		}
	};
	let [a, b, c] = [0, 10, 20];
	for (let group = 0; group < 10; group++) {
		put(digest[a]!, digest[b]!, digest[c]!, 4);
		[a, b, c] = [c + 1, a + 1, b + 1];
	}
	put(0, digest[31]!, digest[30]!, 3);
	return printed;
}
