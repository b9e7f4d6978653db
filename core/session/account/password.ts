/**
 * Passwords as mysql_native_password keeps and checks them.
 *
 * In: a password, or a challenge and its answer. Out: the hash to keep; whether the answer is right. Nothing here
 * ever sees the password of a client that logs in.
 *
 *     kept      "*" and, in hexadecimal, SHA1(SHA1(password))
 *     answer    SHA1(password) xor SHA1(challenge, SHA1(SHA1(password)))
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { ByteString } from "../../types/value/value.ts";

function sha1(...parts: Uint8Array[]): Buffer {
	const hash = createHash("sha1");
	for (const part of parts) {
		hash.update(part);
	}
	return hash.digest();
}

/** What is kept of a password; of an empty one nothing. */
export function passwordHash(password: ByteString): string {
	return password === ""
		? ""
		: `*${sha1(sha1(Buffer.from(password, "latin1")))
				.toString("hex")
				.toUpperCase()}`;
}

export function isPasswordHash(text: string): boolean {
	return text === "" || /^\*[0-9A-F]{40}$/i.test(text);
}

/** Does the answer show knowledge of the password that this hash was made from? */
export function answersChallenge(hash: string, challenge: Uint8Array, response: Uint8Array): boolean {
	if (hash === "") {
		return response.length === 0;
	}
	if (response.length !== 20 || !isPasswordHash(hash)) {
		return false;
	}
	const kept = Buffer.from(hash.slice(1), "hex");
	const mask = sha1(challenge, kept);
	const once = Buffer.from(response.map((byte, at) => byte ^ mask[at]!));
	return timingSafeEqual(sha1(once), kept);
}
