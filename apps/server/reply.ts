/**
 * The three short replies: OK, EOF, ERR.
 *
 *     OK   00 | affected rows (lenenc) | insert id (lenenc) | status, 2 | warnings, 2 | info (lenenc string, or nothing)
 *          | changes of the session (`session-track.ts`), if any
 *     EOF  fe | warnings, 2 | status, 2          to clients that know CLIENT_DEPRECATE_EOF: an OK that begins with fe
 *     ERR  ff | code, 2 | '#' | SQL state, 5 | message to the end of the packet
 *
 * In: the session's status, an error. Out: one packet each.
 */
import { type ByteString, type OkResult, type SessionStatus, SqlError, sqlError } from "../../core/index.ts";
import type { PacketWriter } from "./encode.ts";
import type { ServerLog } from "./log.ts";
import { encodeMessage } from "./metadata-text.ts";

export const statusFlag = {
	inTransaction: 1,
	autocommit: 2,
	moreResults: 8,
	cursorExists: 64,
	lastRowSent: 128,
	noBackslashEscapes: 512,
	outParameters: 4096,
	sessionStateChanged: 16384,
} as const;

function statusFlags(status: SessionStatus): number {
	return (
		(status.inTransaction ? statusFlag.inTransaction : 0) |
		(status.autocommit ? statusFlag.autocommit : 0) |
		(status.more ? statusFlag.moreResults : 0) |
		(status.noBackslashEscapes ? statusFlag.noBackslashEscapes : 0)
	);
}

/** Greatest number of warnings that two bytes count. */
const mostWarnings = 0xffff;

/** `changes`: of the session, as `session-track.ts` encodes them. */
export function encodeOk(writer: PacketWriter, result: OkResult, changes: ByteString = ""): void {
	writer.begin();
	writer.uint8(0);
	writer.lenencInteger(result.affectedRows);
	writer.lenencInteger(result.lastInsertId);
	writer.uint16(statusFlags(result) | (changes === "" ? 0 : statusFlag.sessionStateChanged));
	writer.uint16(Math.min(result.warningCount, mostWarnings));
	if (result.info !== "" || changes !== "") {
		writer.lenencBytes(result.info);
	}
	if (changes !== "") {
		writer.lenencBytes(changes);
	}
	writer.end();
}

/** The OK of a command that changes no rows. */
export function encodePlainOk(writer: PacketWriter, status: SessionStatus, changes: ByteString = ""): void {
	const { inTransaction, autocommit, more, warningCount, noBackslashEscapes } = status;
	encodeOk(
		writer,
		{ inTransaction, autocommit, more, warningCount, noBackslashEscapes, affectedRows: 0, lastInsertId: 0, info: "" },
		changes,
	);
}

export function encodeEof(writer: PacketWriter, status: SessionStatus, deprecateEof: boolean, furtherFlags = 0): void {
	const flags = statusFlags(status) | furtherFlags;
	const warnings = Math.min(status.warningCount, mostWarnings);
	writer.begin();
	writer.uint8(0xfe);
	if (deprecateEof) {
		writer.uint16(0);
		writer.uint16(flags);
		writer.uint16(warnings);
	} else {
		writer.uint16(warnings);
		writer.uint16(flags);
	}
	writer.end();
}

/**
 * `resultsCharset`: of the message; null: UTF-8. `withState`: false before the client said that it knows SQL states.
 */
export function encodeError(
	writer: PacketWriter,
	error: SqlError,
	resultsCharset: string | null,
	withState = true,
): void {
	writer.begin();
	writer.uint8(0xff);
	writer.uint16(error.code);
	if (withState) {
		writer.bytes(`#${error.state}`);
	}
	writer.bytes(encodeMessage(error.bytes, resultsCharset));
	writer.end();
}

/** The client's sentence for our own mistakes: the log has the rest. `ProgramReplaced`: thrown by a part of the bundle. */
function internalError(failure: unknown): SqlError {
	if (failure instanceof Error && failure.name === "ProgramReplaced") {
		return sqlError("unknownError", `Internal error: ${failure.message}`);
	}
	return sqlError("unknownError", "The server made a mistake while it ran this statement; its log says more");
}

/** The error that a client receives for a failure: its own mistakes in full, ours in one sentence. */
export function clientError(failure: unknown, log: ServerLog, connection: number): SqlError {
	if (failure instanceof SqlError) {
		return failure;
	}
	log.error({ err: failure, connection }, "internal error");
	return internalError(failure);
}
