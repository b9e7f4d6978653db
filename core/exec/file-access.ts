/**
 * Contract of file access: byte sources and targets for LOAD DATA and INTO OUTFILE.
 *
 * The session implements it: client files come over its connection, server files are in one folder.
 */
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { ByteString } from "../types/value/value.ts";

/** Bytes in pieces; `null` after the last one. */
export interface ByteSource {
	next(): MaybePromise<ByteString | null>;
	/** Always called, at the end or before it: drops what is still to come. Never fails. */
	close(): MaybePromise<void>;
}

export interface ByteTarget {
	write(bytes: ByteString): Promise<void>;
	/** Completes the file. */
	end(): Promise<void>;
	/** Removes an incomplete file. */
	discard(): Promise<void>;
}

export interface FileAccess {
	/** Requests a file from the client. Throws 1148 where client or server does not allow it. */
	openLocal(path: string): ByteSource;
	/** Reads a file of the server. Throws 1290, 13. */
	open(path: string): Promise<ByteSource>;
	/** Creates a file on the server. Throws 1290, 1086, 1. */
	create(path: string): Promise<ByteTarget>;
}
