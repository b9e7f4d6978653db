/**
 * The handshake of a connection: who we are, and the proof of the password.
 *
 * In: the server's greeting and an address. Out: the packets to answer with. It knows mysql_native_password only,
 * which every server here offers; TLS would cost both sides the same and is left out.
 */
import { createHash } from "node:crypto";

export interface Address {
	readonly host: string;
	readonly port: number;
	readonly user: string;
	readonly password: string;
	readonly database: string;
}

/** Long password, database, LOCAL files, protocol 41, transactions, secure connection, plugin names. */
const capabilities = 0x1 | 0x8 | 0x80 | 0x200 | 0x2000 | 0x8000 | 0x80000;
/** utf8mb4_bin: what verso compares by, so that both sides do the same work. */
const collationId = 46;
const plugin = "mysql_native_password";

export function encodeLogin(greeting: Buffer, address: Address): Buffer {
	const fixed = Buffer.alloc(32);
	fixed.writeUInt32LE(capabilities, 0);
	fixed.writeUInt32LE(1 << 24, 4);
	fixed[8] = collationId;
	const token = proof(address.password, readScramble(greeting));
	return Buffer.concat([
		fixed,
		Buffer.from(`${address.user}\0`),
		Buffer.from([token.length]),
		token,
		Buffer.from(`${address.database}\0${plugin}\0`),
	]);
}

/** The answer to a request to prove the password in another way. */
export function encodeSwitch(request: Buffer, address: Address): Buffer {
	const end = request.indexOf(0, 1);
	const wanted = request.subarray(1, end).toString("latin1");
	if (wanted !== plugin && address.password !== "") {
		throw new Error(`the server wants ${wanted} for ${address.user}; the bench speaks ${plugin} only`);
	}
	return proof(address.password, request.subarray(end + 1, end + 21));
}

/** Eight bytes of the scramble stand after thread id, twelve more after the capabilities. */
function readScramble(greeting: Buffer): Buffer {
	const at = greeting.indexOf(0, 1) + 5;
	return Buffer.concat([greeting.subarray(at, at + 8), greeting.subarray(at + 27, at + 39)]);
}

/** sha1(password) xor sha1(scramble | sha1(sha1(password))); nothing for no password. */
function proof(password: string, scramble: Buffer): Buffer {
	if (password === "") {
		return Buffer.alloc(0);
	}
	const once = sha1(Buffer.from(password));
	const mask = sha1(Buffer.concat([scramble, sha1(once)]));
	return Buffer.from(once.map((byte, at) => byte ^ (mask[at] as number)));
}

function sha1(bytes: Buffer): Buffer {
	return createHash("sha1").update(bytes).digest();
}
