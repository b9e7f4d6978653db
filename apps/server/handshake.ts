/**
 * The packets of getting in: greeting, its response, the request for another way to log in, COM_CHANGE_USER.
 *
 *     greeting   0a | server version 00 | connection id, 4 | challenge 1..8 | 00 | capabilities, low 2 | collation, 1
 *                | status, 2 | capabilities, high 2 | 15 (challenge + 1) | 10 zeros | challenge 9..20, 00 | plugin 00
 *     response   capabilities, 4 | largest packet, 4 | collation, 1 | 23 zeros | user 00 | answer to the challenge
 *                (lenenc; or length, 1 and bytes; or 00-ended) | database 00 | plugin 00 | attributes
 *                The last three only if their capability is set. Attributes: length (lenenc), then lenenc strings in pairs.
 *     change     11 | user 00 | answer (length, 1 and bytes) | database 00 | collation, 2 | plugin 00 | attributes
 *     switch     fe | plugin 00 | challenge, 20 | 00         answered by the bare answer to this challenge
 *     TLS        capabilities, 4 | largest packet, 4 | collation, 1 | 23 zeros       then the TLS handshake, then the response
 *     more       01 | data                                  a plugin's further words
 *
 * In: what the server is called, a payload. Out: packets, a `LoginRequest`.
 */
import { sqlError, randomBytes, type ByteString } from "../../core/index.ts";
import { capability, serverCapabilities } from "./capability.ts";
import { PayloadReader } from "./decode.ts";
import type { PacketWriter } from "./encode.ts";
import { statusFlag } from "./reply.ts";

const nativePassword = "mysql_native_password";
const challengeLength = 20;

interface Greeting {
	readonly version: string;
	readonly connectionId: number;
	readonly collationId: number;
	readonly challenge: Buffer;
	readonly offersTls: boolean;
}

/** A client's request when it connects or changes its user; its names are in the charset of its collation. */
export interface LoginRequest {
	/** Those that both ends have. */
	readonly capabilities: number;
	readonly collationId: number | undefined;
	readonly user: ByteString;
	readonly response: Buffer;
	readonly database: ByteString | undefined;
	/** How the response was made; undefined where the client doesn't say. */
	readonly plugin: ByteString | undefined;
	readonly attributes: ReadonlyMap<ByteString, ByteString>;
}

/** Random bytes without zeros, since old clients take the challenge for a string that ends with one. */
export function makeChallenge(): Buffer {
	const challenge = randomBytes(challengeLength);
	for (let at = 0; at < challengeLength; at++) {
		challenge[at] = ((challenge[at] as number) % 127) + 1;
	}
	return challenge;
}

export function encodeGreeting(writer: PacketWriter, greeting: Greeting): void {
	writer.begin();
	writer.uint8(10);
	writer.zeroTerminated(greeting.version);
	writer.uint32(greeting.connectionId);
	writer.buffer(greeting.challenge.subarray(0, 8));
	writer.uint8(0);
	const capabilities = serverCapabilities | (greeting.offersTls ? capability.tls : 0);
	writer.uint16(capabilities);
	writer.uint8(greeting.collationId);
	writer.uint16(statusFlag.autocommit);
	writer.uint16(capabilities >> 16);
	writer.uint8(challengeLength + 1);
	writer.zeros(10);
	writer.buffer(greeting.challenge.subarray(8));
	writer.uint8(0);
	writer.zeroTerminated(nativePassword);
	writer.end();
}

const tlsRequestLength = 32;

/** A response that is cut off before the user: the client wants to go on with TLS. */
export function isTlsRequest(payload: Buffer): boolean {
	return payload.length === tlsRequestLength && (payload.readUInt32LE(0) & capability.tls) !== 0;
}

/** Throws SqlError 1043. */
export function decodeHandshakeResponse(payload: Buffer): LoginRequest {
	try {
		const reader = new PayloadReader(payload);
		const capabilities = reader.uint32() & serverCapabilities;
		if ((capabilities & capability.protocol41) === 0) {
			throw sqlError("handshakeError");
		}
		reader.skip(4);
		const collationId = reader.uint8();
		reader.skip(23);
		const user = reader.zeroTerminated();
		const response = decodeResponse(reader, capabilities);
		const database = (capabilities & capability.connectWithDatabase) === 0 ? "" : readToZero(reader);
		return {
			capabilities,
			collationId,
			user,
			response,
			database: database || undefined,
			...decodeTail(reader, capabilities),
		};
	} catch {
		throw sqlError("handshakeError");
	}
}

/** COM_CHANGE_USER; `capabilities` are those of the handshake. Throws SqlError 1835. */
export function decodeChangeUser(payload: Buffer, capabilities: number): LoginRequest {
	const reader = new PayloadReader(payload, 1);
	const user = reader.zeroTerminated();
	const response = decodeResponse(reader, capabilities & ~capability.longAuthenticationResponse);
	const database = readToZero(reader);
	const collationId = reader.remaining >= 2 ? reader.uint16() : undefined;
	return {
		capabilities,
		collationId,
		user,
		response,
		database: database || undefined,
		...decodeTail(reader, capabilities),
	};
}

function decodeResponse(reader: PayloadReader, capabilities: number): Buffer {
	if ((capabilities & capability.longAuthenticationResponse) !== 0) {
		return Buffer.from(reader.lenencBytes(), "latin1");
	}
	const bytes = (capabilities & capability.secureConnection) !== 0 ? reader.bytes(reader.uint8()) : readToZero(reader);
	return Buffer.from(bytes, "latin1");
}

/** Plugin and attributes: what follows the database in both packets. */
function decodeTail(reader: PayloadReader, capabilities: number): Pick<LoginRequest, "plugin" | "attributes"> {
	const plugin =
		(capabilities & capability.pluginAuthentication) !== 0 && reader.remaining > 0 ? readToZero(reader) : undefined;
	const attributes = new Map<ByteString, ByteString>();
	if ((capabilities & capability.connectAttributes) !== 0 && reader.remaining > 0) {
		const length = reader.lenencInteger();
		const end = reader.at + length;
		while (reader.at < end) {
			attributes.set(reader.lenencBytes(), reader.lenencBytes());
		}
	}
	return { plugin, attributes };
}

/** Some clients leave out the zero that ends the last string of the packet. */
function readToZero(reader: PayloadReader): ByteString {
	const rest = reader.at;
	try {
		return reader.zeroTerminated();
	} catch {
		reader.at = rest;
		return reader.rest();
	}
}

export function encodeAuthSwitch(writer: PacketWriter, plugin: string, challenge: Buffer): void {
	writer.begin();
	writer.uint8(0xfe);
	writer.zeroTerminated(plugin);
	writer.buffer(challenge);
	writer.uint8(0);
	writer.end();
}

export function encodeAuthMore(writer: PacketWriter, data: Buffer): void {
	writer.begin();
	writer.uint8(1);
	writer.buffer(data);
	writer.end();
}
