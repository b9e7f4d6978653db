/**
 * File access of a session's statements (LOAD DATA, SELECT INTO OUTFILE, LOAD_FILE()).
 *
 * Client files (`local_infile`) come through the app. Server files must be in the folder of `secure_file_priv`, none
 * where it is NULL; symbolic links are resolved, so that they do not lead out of it.
 */
import { createReadStream, realpathSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { type ErrorName, sqlError } from "../../errors/catalogue.ts";
import { systemReason } from "../../errors/system-reason.ts";
import type { ByteSource, ByteTarget, FileAccess } from "../../exec/file-access.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { SessionWaits } from "../../types/evaluation/evaluation.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { Server } from "../server/server.ts";
import type { SessionOptions } from "../api/session.ts";

const pieceBytes = 1 << 16;

export class SessionFiles implements FileAccess {
	readonly #server: Server;
	readonly #options: Pick<SessionOptions, "localInfile" | "openLocalFile">;
	readonly #waits: SessionWaits;

	constructor(server: Server, options: Pick<SessionOptions, "localInfile" | "openLocalFile">, waits: SessionWaits) {
		this.#server = server;
		this.#waits = waits;
		this.#options = options;
	}

	openLocal(path: string): ByteSource {
		const { localInfile, openLocalFile } = this.#options;
		if (localInfile !== true || openLocalFile === undefined || this.#server.globals.read("local_infile") !== 1) {
			throw sqlError("localInfileDisabled");
		}
		return new ClientFile(openLocalFile(path), this.#waits);
	}

	async open(path: string): Promise<ByteSource> {
		const allowed = this.#allowed(path);
		const file = await open(allowed, "r").catch((failure: unknown) => refuse("cantReadFile", path, failure));
		return new FileSource(file);
	}

	async create(path: string): Promise<ByteTarget> {
		const allowed = this.#allowed(path);
		// Readable by owner and group only; an existing file is never overwritten.
		const file = await open(allowed, "wx", 0o640).catch((failure: unknown) => {
			if (codeOf(failure) === "EEXIST") {
				throw sqlError("fileExists", encodeText(path));
			}
			return refuse("cantCreateFile", path, failure);
		});
		return new FileTarget(file, allowed);
	}

	/** Resolves a path, relative to the folder. Throws 1290 for one outside of it. */
	#allowed(path: string): string {
		const folder = this.#server.globals.read("secure_file_priv");
		if (typeof folder !== "string" || folder === "NULL") {
			throw sqlError("optionPreventsStatement", "--secure-file-priv");
		}
		if (folder === "") {
			return resolve(path);
		}
		const root = realPath(folder);
		const full = resolve(root, path);
		const real = resolve(realPath(dirname(full)), full.slice(dirname(full).length + 1));
		const within = relative(root, realPath(real));
		if (within === "" || within.startsWith("..") || isAbsolute(within)) {
			throw sqlError("optionPreventsStatement", "--secure-file-priv");
		}
		return real;
	}
}

/** Resolves symbolic links where the path exists; otherwise returns it unchanged. */
function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return resolve(path);
	}
}

function codeOf(failure: unknown): string {
	return (failure as NodeJS.ErrnoException).code ?? "";
}

function refuse(name: ErrorName & ("cantReadFile" | "cantCreateFile"), path: string, failure: unknown): never {
	const [number, words] = systemReason(failure);
	throw sqlError(name, encodeText(path), number, encodeText(words));
}

/** KILL and the like end its waits. */
class ClientFile implements ByteSource {
	readonly #source: ByteSource;
	readonly #waits: SessionWaits;
	#isInterrupted = false;

	constructor(source: ByteSource, waits: SessionWaits) {
		this.#source = source;
		this.#waits = waits;
	}

	next(): MaybePromise<ByteString | null> {
		const arrival = this.#source.next();
		return arrival instanceof Promise ? this.#wait(arrival) : arrival;
	}

	close(): MaybePromise<void> {
		const closed = this.#source.close();
		return this.#isInterrupted || !(closed instanceof Promise) ? undefined : this.#wait(closed).catch(() => undefined);
	}

	/** Where it was interrupted the app drops the rest, without the statement. */
	#wait<T>(arrival: Promise<T>): Promise<T> {
		return this.#waits.forClient(arrival, "Reading from net").catch((failure: unknown) => {
			this.#isInterrupted = true;
			throw failure;
		});
	}
}

class FileSource implements ByteSource {
	readonly #stream;
	readonly #pieces: AsyncIterator<string>;

	constructor(file: FileHandle) {
		this.#stream = createReadStream("", { fd: file, encoding: "latin1", highWaterMark: pieceBytes });
		this.#pieces = this.#stream[Symbol.asyncIterator]() as AsyncIterator<string>;
	}

	async next(): Promise<ByteString | null> {
		const piece = await this.#pieces.next();
		return piece.done === true ? null : piece.value;
	}

	close(): void {
		this.#stream.destroy();
	}
}

class FileTarget implements ByteTarget {
	readonly #file: FileHandle;
	readonly #path: string;
	#pieces: ByteString[] = [];
	#length = 0;

	constructor(file: FileHandle, path: string) {
		this.#file = file;
		this.#path = path;
	}

	async write(bytes: ByteString): Promise<void> {
		this.#pieces.push(bytes);
		this.#length += bytes.length;
		if (this.#length >= pieceBytes) {
			await this.#flush();
		}
	}

	async end(): Promise<void> {
		await this.#flush();
		await this.#file.close();
	}

	async discard(): Promise<void> {
		await this.#file.close();
		await unlink(this.#path).catch(() => undefined);
	}

	async #flush(): Promise<void> {
		const bytes = Buffer.from(this.#pieces.join(""), "latin1");
		this.#pieces = [];
		this.#length = 0;
		await this.#file.writeFile(bytes);
	}
}
