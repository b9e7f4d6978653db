/**
 * Public API of the kernel for the apps: open a kernel, open sessions, read results; plugins import `rules/index.ts`.
 *
 * Types that an app names come from here. Engine functions that an app calls on its hot path (encoders, the opening
 * and checking of data directories) are imported from their files, so that each part of the bundle loads only what it
 * calls: see `apps/bundle/README.md`.
 */

// Opening a kernel.
export type { AuthenticatedAccount, ConnectionSecurity, Identification, Kernel } from "./kernel.ts";
export type { MetadataReader, ServerSwitches } from "./kernel.ts";
export { type Clock, type DebugLine, type KernelOptions, type Log, openKernel } from "./open.ts";
export { systemClock } from "./async/clock.ts";
export type { MaybePromise } from "./async/maybe-promise.ts";
export type { PeerProcess, PeerProcesses } from "./session/server/peer-processes.ts";
export type { ProcessFacts } from "./catalog/information-schema/providers.ts";
export type { SetupChange } from "./catalog/performance-schema/setup-state.ts";

// Errors.
export { catalogue, type Decision, SqlError, sqlError } from "./errors/catalogue.ts";
export { BrokenInvariant, invariant } from "./errors/invariant.ts";
export { StoreRefusal } from "./store/failure.ts";

// Rules and hooks.
export * from "./rules/index.ts";
export { isNews } from "./session/decide/question-news.ts";
export { printAnswer, printFacts } from "./session/decide/question-text.ts";

// Sessions and their results.
export type { OkResult, ResultColumn, ResultSink, SessionStatus } from "./session/api/result.ts";
export type { ByteSource, PreparedStatement, Session, SessionOptions, Traffic } from "./session/api/session.ts";

// Values and their types.
export type { TypedValue } from "./types/evaluation/evaluation.ts";
export { parseSqlMode } from "./types/evaluation/sql-mode.ts";
export { printText } from "./types/print/print.ts";
export { familyOf, type SqlType, sqlType, type TypeName } from "./types/value/type.ts";
export { type ByteString, decodeText, type Integer, type Row, type Value } from "./types/value/value.ts";

// Parsing and the schema.
export { Lexer } from "./sql/lex/lexer.ts";
export { TokenKind, Tokens } from "./sql/lex/tokens.ts";
export { createParser } from "./sql/parse/index.ts";
export type { Parser, ParserMode } from "./sql/parser.ts";
export type { Statement } from "./sql/tree/statement.ts";
export { loadSchema } from "./catalog/load.ts";
export type { Schema } from "./catalog/table.ts";
export { schemaQuestions } from "./exec/ddl/schema-questions.ts";

// Stores.
export { openMemoryStore } from "./store/memory/memory.ts";
export type { WatchCommit } from "./store/commit-stage.ts";
export type { Durability } from "./store/durability.ts";
export type { FastReader, FastStore } from "./store/fast-store.ts";

// Traces.
export {
	decodeEntry,
	decodeRange,
	type NamedValue,
	type StoredEntry,
	type StoredRange,
	tablesById,
} from "./session/trace/stored-entry.ts";
export { type TracedCommit, type TracedRead, TracedStore } from "./session/trace/traced-store.ts";
