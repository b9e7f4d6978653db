/**
 * Public interface of `verso-db`: a database inside a Node process, to test applications on and to embed.
 */
export { open } from "./open.ts";
export type { ClientConfig, ClientConnection } from "./client-config.ts";
export { Database, type Listening } from "./database.ts";
export { DatabaseError, type ScriptPlace } from "./database-error.ts";
export type { Column, Done, RowObject, Rows } from "./object-sink.ts";
export type { ForkOptions, ListenOptions, OpenOptions, RuleOptions, StatementEvent } from "./open-options.ts";
export type { Value } from "./parameter.ts";
export { Session } from "./session.ts";
export { Snapshot } from "./snapshot.ts";
export type { Cell } from "./value-reader.ts";
