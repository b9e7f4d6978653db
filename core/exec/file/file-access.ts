/**
 * Where the bytes of a statement's files come from and go.
 *
 * In: paths as written. Out: sources and targets of bytes, or the error why there are none. The session fills it in:
 * files of the client come over its connection, files of the server lie in one folder. It refuses to know what bytes
 * mean.
 */
import type { MaybePromise } from "../../store/store.ts";
import type { ByteString } from "../../types/value.ts";

/** Bytes in pieces; `null` after the last one. */
export interface ByteSource {
	next(): MaybePromise<ByteString | null>;
	/** Always called, after the last piece or in the middle: what still comes is dropped. Never fails. */
	close(): MaybePromise<void>;
}

export interface ByteTarget {
	write(bytes: ByteString): Promise<void>;
	/** The file is whole. */
	end(): Promise<void>;
	/** The file was begun in vain. */
	discard(): Promise<void>;
}

export interface FileAccess {
	/** Asks the client for a file of its own. Throws 1148 where it or the server doesn't do that. */
	openLocal(path: string): ByteSource;
	/** Reads a file of the server. Throws 1290, 13. */
	open(path: string): Promise<ByteSource>;
	/** Makes a file of the server. Throws 1290, 1086, 1. */
	create(path: string): Promise<ByteTarget>;
}
