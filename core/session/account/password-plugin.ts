/**
 * Password hashing by authentication plugin: mysql_native_password, caching_sha2_password.
 *
 * Error 1524 for an unknown plugin, 1827 for a hash in the wrong format.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { PasswordPlugin } from "../../kernel.ts";
import { convertText } from "../../types/text/charset.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import { isPasswordHash, passwordHash } from "./password.ts";
import { isSha2Hash, sha2Hash } from "./sha2-password.ts";

export function passwordPlugin(name: string): PasswordPlugin {
	const known = name.toLowerCase();
	if (known !== "mysql_native_password" && known !== "caching_sha2_password") {
		throw sqlError("pluginIsNotLoaded", encodeText(name));
	}
	return known;
}

/** `clientCharset`: of the bytes that the client sent, which are those that it hashes when it logs in. */
export function keptPassword(plugin: PasswordPlugin, password: string, clientCharset: string): ByteString {
	const bytes = convertText(encodeText(password), "utf8mb4", clientCharset);
	return plugin === "caching_sha2_password" ? sha2Hash(bytes) : passwordHash(bytes);
}

/** Validates a hash given in a statement, as in dumps. */
export function checkedHash(plugin: PasswordPlugin, hash: ByteString): ByteString {
	if (!(plugin === "caching_sha2_password" ? isSha2Hash(hash) : isPasswordHash(hash))) {
		throw sqlError("passwordFormat");
	}
	return hash;
}

export function isHashOf(plugin: PasswordPlugin, text: string): boolean {
	return plugin === "caching_sha2_password" ? text !== "" && isSha2Hash(text) : isPasswordHash(text);
}
