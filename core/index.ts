/**
 * The kernel's public face for the apps. Plugins see `rules/index.ts` only.
 */
export { catalogue, type Decision, SqlError, sqlError } from "./errors.ts";
export { BrokenInvariant, invariant } from "./invariant.ts";
export type { AuthenticatedAccount, Kernel, Identification, MetadataReader, ServerSwitches } from "./kernel.ts";
export { systemClock } from "./clock.ts";
export { type Clock, type KernelOptions, type Log, openKernel } from "./open.ts";
export * from "./rules/index.ts";
export type { PeerProcess, PeerProcesses } from "./session/server/peer-processes.ts";
export type { OkResult, ResultColumn, ResultSink, SessionStatus } from "./session/api/result.ts";
export { printAnswer, printFacts } from "./session/decide/question-text.ts";
export type { PreparedStatement, Session, SessionOptions } from "./session/api/session.ts";
export { createParser } from "./sql/parse/index.ts";
export type { Parser } from "./sql/parser.ts";
export { StoreRefusal } from "./store/failure.ts";
export { openMemoryStore } from "./store/memory/memory.ts";
export type { Store } from "./store/store.ts";
export type { TypedValue } from "./types/evaluation.ts";
export { printText } from "./types/print.ts";
export { familyOf, type SqlType, sqlType, type TypeName } from "./types/type.ts";
export { decodeText, type Integer, type Row, type Value } from "./types/value.ts";
