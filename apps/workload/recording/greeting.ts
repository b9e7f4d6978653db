/**
 * Greeting of a server without what a third party could not follow: TLS, compression, query attributes and MariaDB's
 * own extensions. Clients that are not offered them do without.
 */
import { capability } from "../../server/capability.ts";
import { headerLength } from "../../server/packet.ts";

/** Flags up to CLIENT_DEPRECATE_EOF; those above are newer. */
const known = (capability.deprecateEof << 1) - 1;
const kept = known & ~capability.tls & ~capability.compress;
/** From the version's end: connection id, challenge and its zero. */
const beforeFlags = 4 + 8 + 1;

/** Undefined while the packet is not all there. What is no greeting stays as it is. */
export function withoutStrangeForms(bytes: Buffer): Buffer | undefined {
	if (bytes.length < headerLength || bytes.length < headerLength + bytes.readUIntLE(0, 3)) {
		return undefined;
	}
	const version = bytes.indexOf(0, headerLength + 1);
	const flags = version + 1 + beforeFlags;
	if (bytes[headerLength] !== 10 || version < 0 || bytes.length < flags + 18) {
		return bytes;
	}
	const greeting = Buffer.from(bytes);
	// Two low bytes, collation, status, two high bytes, the challenge's length, six zeros, MariaDB's flags.
	const low = greeting.readUInt16LE(flags) & kept;
	const isMariaDb = (low & capability.longPassword) === 0;
	greeting.writeUInt16LE(low, flags);
	greeting.writeUInt16LE(greeting.readUInt16LE(flags + 5) & (kept >>> 16), flags + 5);
	if (isMariaDb) {
		greeting.writeUInt32LE(0, flags + 14);
	}
	return greeting;
}
