/**
 * Layers over a client's stream: TLS, compression.
 *
 * In: a stream, and bytes read from it already that belong to the layer. Out: the stream of plain packets over it,
 * and its facts for SHOW STATUS.
 */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { ConnectionSecurity, Traffic } from "../../core/index.ts";
import { CompressedStream } from "./compressed-stream.ts";
import { closeSocketReader } from "./socket-reader.ts";
import type { ServerKeys } from "./security/keys.ts";

export function withTls(stream: Duplex, read: Buffer, keys: ServerKeys): Duplex {
	closeSocketReader(stream);
	stream.pause();
	if (read.length > 0) {
		stream.unshift(read);
	}
	// Certificates are verified against the account's REQUIRE, not by the connection.
	return new TLSSocket(stream, {
		isServer: true,
		secureContext: keys.context(),
		requestCert: keys.asksClients,
		rejectUnauthorized: false,
	});
}

export function withCompression(stream: Duplex, read: Buffer): Duplex {
	closeSocketReader(stream);
	return new CompressedStream(stream, read);
}

export function isEncrypted(stream: Duplex): boolean {
	return isTls(stream) || (stream instanceof CompressedStream && isEncrypted(stream.beneath));
}

/** Not by its class, which would have to be loaded first. */
function isTls(stream: Duplex): stream is TLSSocket {
	return "encrypted" in stream && stream.encrypted === true;
}

export function isCompressed(stream: Duplex): boolean {
	return stream instanceof CompressedStream;
}

function beneath(stream: Duplex): Duplex {
	return stream instanceof CompressedStream ? stream.beneath : stream;
}

/**
 * Facts that an account's REQUIRE is checked against; undefined without TLS. A certificate counts if an authority of
 * the server's signed it.
 */
export function securityOf(stream: Duplex, keys: ServerKeys): ConnectionSecurity | undefined {
	const socket = beneath(stream);
	if (!isTls(socket)) {
		return undefined;
	}
	const { subject, issuer } = socket.getPeerCertificate();
	const shown = socket.getPeerX509Certificate();
	const isGood = shown !== undefined && keys.vouchesFor(shown);
	return {
		cipher: socket.getCipher().name,
		...(isGood ? { certificate: { subject: oneLine(subject), issuer: oneLine(issuer) } } : {}),
	};
}

/** `/C=SE/O=verso/CN=client` */
function oneLine(name: object): string {
	return Object.entries(name)
		.flatMap(([part, values]) => [values as string | string[]].flat().map((value) => `/${part}=${value}`))
		.join("");
}

/** Variables of SHOW STATUS. */
export function transportOf(stream: Duplex, compressed: boolean): Readonly<Record<string, string>> {
	const socket = beneath(stream);
	const Compression = compressed ? "ON" : "OFF";
	return isTls(socket)
		? { Ssl_cipher: socket.getCipher().name, Ssl_version: socket.getProtocol() ?? "", Compression }
		: { Compression };
}

/**
 * Bytes received and sent by now; 0 where it is no socket. No getters in an object that each connection has: V8 makes
 * each such object a hidden class of its own, which lives until the next full collection (`bench/README.md`).
 */
export function trafficOf(stream: Duplex): Traffic {
	const { bytesRead = 0, bytesWritten = 0 } = beneath(stream) as Partial<Socket>;
	return { received: bytesRead, sent: bytesWritten };
}
