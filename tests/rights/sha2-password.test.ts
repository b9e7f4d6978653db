/**
 * SHA-256 crypt of caching_sha2_password: what a password costs before a login.
 */
import test from "ava";
import { isPassword, isSha2Hash, shaCrypt } from "../../core/session/account/sha2-password.ts";

const salt = Buffer.from("abcdefghijklmnopqrst", "latin1");

function stored(password: string): string {
	return `$A$005$${salt.toString("latin1")}${shaCrypt(password, salt, 5000)}`;
}

test("a password of 256 bytes is compared, a longer one is refused without hashing it", async (t) => {
	const longest = "x".repeat(256);
	t.true(isSha2Hash(stored(longest)));
	t.true(await isPassword(stored(longest), longest));
	t.false(await isPassword(stored(longest), "y".repeat(256)));
	t.false(await isPassword(stored(`${longest}x`), `${longest}x`));
	t.false(await isPassword(stored("x"), "z".repeat(10_000_000)));
});
