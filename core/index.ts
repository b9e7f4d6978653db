/**
 * Public API of the kernel for the apps, and their only import of it; plugins import `rules/index.ts`.
 *
 * It declares nothing itself. The bundle resolves an import of it to the file that declares the name
 * (`apps/bundle/modules.mjs`), so that a re-export costs no start time: a part holds only the modules that it calls.
 */

// Opening a kernel.
export type { AuthenticatedAccount, ConnectionSecurity, Identification, Kernel } from "./kernel.ts";
export type { MetadataReader, ServerSwitches } from "./kernel.ts";
export { type Clock, type DebugLine, type KernelOptions, type Log, openKernel } from "./open.ts";
export {
	type ForkOptions,
	forkAs,
	forkKernel,
	forkUnder,
	keepState,
	type KernelState,
	restoreState,
	giveIdsOf,
	storeOfFork,
	takeIdsBack,
} from "./fork.ts";
export { type LentTransaction, lendTransaction } from "./lent-transaction.ts";
export { runningMs, systemClock } from "./async/clock.ts";
export { sliceMs, yieldToEventLoop } from "./async/event-loop-yield.ts";
export {
	clearInterval,
	clearTimeout,
	nowMs,
	patiently,
	queueMicrotask,
	setInterval,
	setTimeout,
} from "./async/timers.ts";
export { usesFastPath } from "./async/fast-path.ts";
export { randomBytes } from "./async/random-bytes.ts";
export type { MaybePromise } from "./async/maybe-promise.ts";
export type { PeerProcess, PeerProcesses } from "./session/server/peer-processes.ts";
export type { ProcessFacts } from "./catalog/information-schema/providers.ts";
export type { SetupChange } from "./catalog/performance-schema/setup-state.ts";

// Errors.
export { type Decision, SqlError, sqlError } from "./errors/catalogue.ts";
export { invariant } from "./errors/invariant.ts";

// Rules and hooks.
export { type QuestionWatch, watchQuestions } from "./rules/question-watch.ts";
export * from "./rules/index.ts";
export * as rules from "./rules/index.ts";
export { didYouMean } from "./rules/setting/nearest-name.ts";
export { SwitchBoard } from "./session/server/server-switches.ts";
export { MinuteLine } from "./session/log/minute-line.ts";
export { redactedText } from "./session/log/redacted-text.ts";
export { isNews } from "./session/decide/question-news.ts";
export { printAnswer, printFacts } from "./session/decide/question-text.ts";

// Sessions and their results.
export type { OkResult, ResultColumn, ResultSink, SessionStatus } from "./session/api/result.ts";
export type { ByteSource, PreparedStatement, Session, SessionOptions, Traffic } from "./session/api/session.ts";

// Values and their types.
export { SeededChance } from "./types/evaluation/seeded-chance.ts";
export type { TypedValue } from "./types/evaluation/evaluation.ts";
export { parseSqlMode } from "./types/evaluation/sql-mode.ts";
export { longestText, printer, printText, textWriter, type WriteText } from "./types/print/print.ts";
export {
	familyOf,
	isCharacterType,
	isSpatialType,
	ofSpatialTypes,
	type SqlType,
	sqlType,
	type TypeName,
} from "./types/value/type.ts";
export { type ByteString, canonical, decodeText, type Integer, type Row, type Value } from "./types/value/value.ts";

// Text: character sets, collations, widths.
export { collationNamed, collationOfCharset, collationWithId } from "./types/collation/collation.ts";
export { countCharacters } from "./types/text/characters.ts";
export { charsetNamed, isSameText, transcoder } from "./types/text/charset.ts";
export { shownLength } from "./types/text/width.ts";

// Parts of temporal, decimal and JSON values, for their text and binary encodings.
export { kindMark, normalJson } from "./types/json/json.ts";
export { dayOf, monthOf, packDate, yearOf } from "./types/temporal/date.ts";
export {
	dateOfSeconds,
	joinDatetime,
	microsecondOf,
	packSeconds,
	secondOfDay,
	secondsOf,
	secondsPerDay,
} from "./types/temporal/datetime.ts";
export { clampTime, microsecondsOfTime } from "./types/temporal/time.ts";

// Parsing and the schema.
export { Lexer } from "./sql/lex/lexer.ts";
export { plainMode } from "./sql/parse/index.ts";
export { TokenKind, Tokens } from "./sql/lex/tokens.ts";
export { createParser } from "./sql/parse/index.ts";
export type { Parser, ParserMode } from "./sql/parser.ts";
export type { Statement } from "./sql/tree/statement.ts";
export { loadSchema, readCatalogRecords } from "./catalog/schema/load.ts";
export { type CatalogChange, catalogChanges } from "./catalog/schema/catalog-change.ts";
export type { ColumnRecord, TableRecord } from "./catalog/record.ts";
export { quoteName } from "./catalog/type-text.ts";
export type { Schema } from "./catalog/table.ts";
export { schemaQuestions } from "./exec/ddl/schema-questions.ts";

// Facts as rules receive them.
export { columnShape } from "./exec/ddl/column-shape.ts";
export { tableShape } from "./exec/ddl/table-shape.ts";
export { columnFacts, tableFacts } from "./exec/rows/charset-facts.ts";

// Stores.
export { type MemoryStore, openMemoryStore, openOverlay } from "./store/memory/memory.ts";
export { type LmdbEngine, type LmdbOptions, openLmdbStore } from "./store/lmdb/lmdb.ts";
export type { Sockets } from "./store/wal/follower-door.ts";
export { openLoggedStore } from "./store/wal/logged-store.ts";
export type { WatchCommit } from "./store/commit-stage.ts";
export { type Durability, parseDurability } from "./store/durability.ts";
export { BrokenStore, StoreRefusal } from "./store/failure.ts";
export type { FastReader, FastSnapshot, FastStore } from "./store/fast-store.ts";
export type { Commit, Write } from "./store/contract.ts";
export { formatKey, keptStateKey } from "./store/encoding/keys.ts";
export { claimFormat, readFormat } from "./store/format.ts";
export { descriptorsLeft } from "./store/platform/process-limit.ts";
export { birthOf, isRunningProcess } from "./store/platform/running-process.ts";

// A store that several servers share.
export { randomName } from "./async/random-bytes.ts";
export { type CommitLog, LogFailure, type LogRecord, recordId } from "./store/shared-log/commit-log.ts";
export { FollowedStore } from "./store/shared-log/followed-store.ts";
export { Heartbeat } from "./store/shared-log/heartbeat.ts";
export { encodeKeptState, type KeptState, newState, readKeptState } from "./store/shared-log/kept-state.ts";

// Checking and copying a data directory.
export { type CheckReport, Findings } from "./exec/check/report.ts";
export { checkStore, type WatchCheck } from "./exec/check/store.ts";
export type { BlockAudit } from "./store/blocks/block-audit.ts";
export { copyStore } from "./store/lmdb/lmdb-copy.ts";
export { auditPages, type PageAudit } from "./store/lmdb/page-audit.ts";

// Stored rows as bytes, for results that are written to the socket without being decoded, and spilled rows.
export { columnFinder, missingSpan, nullSpan } from "./store/encoding/column-finder.ts";
export { readInteger } from "./store/encoding/integer-bytes.ts";
export { readLatin1 } from "./store/encoding/latin1.ts";
export { bytesForm, integerForm, type RowColumn, valueFormOf } from "./store/encoding/row.ts";
export { readValue } from "./store/encoding/row-decoder.ts";
export type { Page as StoredPage } from "./store/page/page.ts";
export { SpillFile, type SpillReader, type SpillWriter } from "./exec/spill/spill-file.ts";

// Assertions for tests.
export { installTextGuard } from "./exec/rows/text-guard.ts";

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
