/**
 * Authentication method mysql_native_password: hashes a password and verifies the client's response.
 *
 * The server never receives the password of a client that logs in.
 *
 *     stored    "*" and, in hexadecimal, SHA1(SHA1(password))
 *     response  SHA1(password) xor SHA1(challenge, SHA1(SHA1(password)))
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

/** Returns the hash to store; empty for an empty password. */
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

/** True if the response was made with the password of this hash. */
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
