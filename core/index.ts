/**
 * The kernel's public face for the apps. Plugins see `rules/index.ts` only.
 */
export { catalogue, type Decision, SqlError, sqlError } from "./errors/catalogue.ts";
export { BrokenInvariant, invariant } from "./errors/invariant.ts";
export type { AuthenticatedAccount, Kernel, Identification, MetadataReader, ServerSwitches } from "./kernel.ts";
export { systemClock } from "./async/clock.ts";
export { type Clock, type DebugLine, type KernelOptions, type Log, openKernel } from "./open.ts";
export * from "./rules/index.ts";
export type { PeerProcess, PeerProcesses } from "./session/server/peer-processes.ts";
export type { OkResult, ResultColumn, ResultSink, SessionStatus } from "./session/api/result.ts";
export { isNews } from "./session/decide/question-news.ts";
export { printAnswer, printFacts } from "./session/decide/question-text.ts";
export type { PreparedStatement, Session, SessionOptions } from "./session/api/session.ts";
export {
	decodeEntry,
	decodeRange,
	type NamedValue,
	type StoredEntry,
	type StoredRange,
	tablesById,
} from "./session/trace/stored-entry.ts";
export { type TracedCommit, type TracedRead, TracedStore } from "./session/trace/traced-store.ts";
export { Lexer } from "./sql/lex/lexer.ts";
export type { ParserMode } from "./sql/parser.ts";
export { TokenKind, Tokens } from "./sql/lex/tokens.ts";
export type { Statement } from "./sql/tree/statement.ts";
export { loadSchema } from "./catalog/load.ts";
export type { Schema } from "./catalog/table.ts";
export { schemaQuestions } from "./exec/ddl/schema-questions.ts";
export { parseSqlMode } from "./types/evaluation/sql-mode.ts";
export { createParser } from "./sql/parse/index.ts";
export type { Parser } from "./sql/parser.ts";
export { StoreRefusal } from "./store/failure.ts";
export { openMemoryStore } from "./store/memory/memory.ts";
export type { FastStore } from "./store/fast-store.ts";
export type { TypedValue } from "./types/evaluation/evaluation.ts";
export { printText } from "./types/print/print.ts";
export { familyOf, type SqlType, sqlType, type TypeName } from "./types/value/type.ts";
export { decodeText, type Integer, type Row, type Value } from "./types/value/value.ts";
