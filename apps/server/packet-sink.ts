/**
 * Where a session's answers become packets.
 *
 *     result set   number of columns | definitions | EOF *  | rows | EOF      * not to clients that know DEPRECATE_EOF
 *     otherwise    OK, or ERR
 *
 * In: what the kernel tells a `ResultSink`. Out: packets in the connection's buffer, which is sent on whenever it
 * holds enough; rows wait while the client reads slower than they are made.
 */
import {
	type MaybePromise,
	type OkResult,
	type ResultColumn,
	type ResultSink,
	type Row,
	type Session,
	type SessionStatus,
	type SqlError,
	sqlError,
	invariant,
	type StoredPage,
	type RowColumn,
	runningMs,
	yieldToEventLoop,
} from "../../core/index.ts";
import { capability } from "./capability.ts";
import type { PacketWriter } from "./encode.ts";
import type { SocketWriter } from "./socket-writer.ts";
import { encodeEof, encodeError, encodeOk, encodePlainOk, statusFlag } from "./reply.ts";
import { type ResultShape, type RowFormat, resultShape } from "./result-shape.ts";
import { SessionTracker } from "./session-track.ts";

/** Rows are sent on when this many bytes are there. */
const fullBuffer = 1 << 16;
/** Of both EOFs: MySQL's client reads the first one's, others the second one's. */
const openOutParameters = statusFlag.outParameters | statusFlag.moreResults;
/** Rows are written for so long before others are served. */
const writingMs = 2;

export class PacketSink implements ResultSink {
	/** `idle`: the command has no results, or none yet; `done`: its last result is complete. */
	state: "idle" | "open" | "done" = "idle";
	readonly deprecateEof: boolean;
	readonly #knowsOutParameters: boolean;
	/** The open result set is one of OUT parameters. */
	#isOutParameters = false;
	readonly #writer: PacketWriter;
	readonly #outlet: SocketWriter;
	readonly #session: Session;
	readonly #tracker: SessionTracker;
	readonly #sendsFile: () => boolean;
	/** Of a statement that ended while its client still sends a file. */
	#late: SqlError | undefined;
	#format: RowFormat = "text";
	#shape: ResultShape | undefined;
	/** 0: the first rows of a turn are being written. */
	#turnEndMs = 0;
	/** Results that ended. */
	#results = 0;

	/** `sendsFile`: the client would take a reply for the next command's. */
	constructor(
		session: Session,
		writer: PacketWriter,
		outlet: SocketWriter,
		capabilities: number,
		sendsFile: () => boolean = () => false,
	) {
		this.#sendsFile = sendsFile;
		this.#session = session;
		this.#tracker = new SessionTracker(session, (capabilities & capability.sessionTrack) !== 0);
		this.#writer = writer;
		this.#outlet = outlet;
		this.deprecateEof = (capabilities & capability.deprecateEof) !== 0;
		this.#knowsOutParameters = (capabilities & capability.preparedMultiResults) !== 0;
	}

	get takesOutParameters(): boolean {
		return this.#knowsOutParameters && this.#format === "binary";
	}

	/** A command begins, whose rows are sent in this format. */
	start(format: RowFormat): void {
		this.#format = format;
		this.#shape = undefined;
		this.#turnEndMs = 0;
		this.state = "open";
	}

	/** A statement that ended without a last result would leave the client waiting for ever. */
	checkFinished(): undefined {
		invariant(this.state !== "open" || !this.#outlet.open, "A statement ends with its last result");
	}

	begin(columns: readonly ResultColumn[], isOutParameters = false): void {
		this.#isOutParameters = isOutParameters;
		this.#shape = resultShape(columns, this.#format, this.#session.resultsCharset);
		this.#shape.encodeColumns(this.#writer);
		if (!this.deprecateEof) {
			encodeEof(this.#writer, this.#session.status(), false, isOutParameters ? openOutParameters : 0);
		}
	}

	rows(batch: readonly Row[]): MaybePromise<void> {
		return this.#rows(batch, 0, this.#results);
	}

	/** Waits within a batch, too: a value that takes no memory of its own may be in a thousand rows. */
	#rows(batch: readonly Row[], from: number, result: number): MaybePromise<void> {
		if (this.#results !== result) {
			// The statement was killed while it waited.
			return;
		}
		if (!this.#outlet.open) {
			// The client is gone: the statement need not run to its end.
			throw sqlError("queryInterrupted");
		}
		invariant(this.#shape !== undefined, "Rows follow their columns");
		const { encodeRow } = this.#shape;
		const writer = this.#writer;
		for (let at = from; at < batch.length; at++) {
			encodeRow(writer, batch[at]!);
			if (writer.length >= fullBuffer) {
				this.#outlet.flush();
				const drained = this.#outlet.congestion() ?? this.#turnOfOthers();
				if (drained !== undefined) {
					return drained.then(() => {
						this.#turnEndMs = 0;
						return this.#rows(batch, at + 1, result);
					});
				}
			}
		}
	}

	/** A client that reads as fast as rows are written never makes them wait. */
	#turnOfOthers(): Promise<void> | undefined {
		const now = runningMs();
		if (this.#turnEndMs === 0) {
			this.#turnEndMs = now + writingMs;
			return undefined;
		}
		return now > this.#turnEndMs ? yieldToEventLoop() : undefined;
	}

	storedRows(page: StoredPage, columns: readonly RowColumn[]): MaybePromise<void> {
		if (!this.#outlet.open) {
			throw sqlError("queryInterrupted");
		}
		invariant(this.#shape !== undefined, "Rows follow their columns");
		const encodeRow = this.#shape.storedRow(columns);
		const writer = this.#writer;
		const { bytes, starts, ends, count } = page;
		for (let at = 0; at < count; at++) {
			encodeRow(writer, bytes, starts[at]!, ends[at]!);
			if (writer.length >= fullBuffer) {
				this.#outlet.flush();
			}
		}
		return this.#outlet.congestion();
	}

	end(status: SessionStatus): void {
		encodeEof(this.#writer, status, this.deprecateEof, this.#isOutParameters ? openOutParameters : 0);
		this.#resultDone(status.more);
	}

	ok(result: OkResult): void {
		encodeOk(this.#writer, result, this.#tracker.changes(result.database));
		this.#resultDone(result.more);
	}

	/** A command is done that is no statement; `database`: the default database it chose. */
	plainOk(database?: string): void {
		encodePlainOk(this.#writer, this.#session.status(), this.#tracker.changes(database));
	}

	/** Also in the middle of a row. */
	error(error: SqlError): void {
		if (this.#sendsFile()) {
			this.#late = error;
			return;
		}
		this.#writer.abandon();
		encodeError(this.#writer, error, this.#session.resultsCharset);
		this.#resultDone(false);
	}

	/** The file is over: an error that waited is told. */
	tellLate(): void {
		const error = this.#late;
		this.#late = undefined;
		if (error !== undefined) {
			this.error(error);
		}
	}

	#resultDone(more: boolean): void {
		this.#results++;
		this.#shape = undefined;
		this.state = more ? "open" : "done";
		if (this.#writer.length >= fullBuffer) {
			this.#outlet.flush();
		}
	}
}
