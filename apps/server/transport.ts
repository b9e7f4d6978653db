/**
 * What is laid over a client's stream: TLS, compression.
 *
 * In: a stream, and what was read from it already but belongs to the layer. Out: the stream of plain packets over it, and
 * what SHOW STATUS says of it. It refuses to know packets.
 */
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { CompressedStream } from "./compressed-stream.ts";
import type { ServerKeys } from "./security/keys.ts";

export function withTls(stream: Duplex, read: Buffer, keys: ServerKeys): Duplex {
	stream.removeAllListeners("data").removeAllListeners("end").pause();
	if (read.length > 0) {
		stream.unshift(read);
	}
	return new TLSSocket(stream, { isServer: true, secureContext: keys.context() });
}

export function withCompression(stream: Duplex, read: Buffer): Duplex {
	stream.removeAllListeners("data").removeAllListeners("end");
	return new CompressedStream(stream, read);
}

export function isEncrypted(stream: Duplex): boolean {
	return stream instanceof TLSSocket || (stream instanceof CompressedStream && isEncrypted(stream.beneath));
}

export function isCompressed(stream: Duplex): boolean {
	return stream instanceof CompressedStream;
}

/** Variables of SHOW STATUS. */
export function transportOf(stream: Duplex, compressed: boolean): Readonly<Record<string, string>> {
	const beneath = stream instanceof CompressedStream ? stream.beneath : stream;
	const secured: Record<string, string> = beneath instanceof TLSSocket ? { Ssl_cipher: beneath.getCipher().name, Ssl_version: beneath.getProtocol() ?? "" } : {};
	return { ...secured, Compression: compressed ? "ON" : "OFF" };
}
