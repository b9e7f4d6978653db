/**
 * The statement of a kind, for tables of executors.
 */
import type { Statement } from "../sql/tree/statement.ts";

export type StatementKind = Statement["kind"];

/** The node type whose `kind` may be `K`. */
export type StatementOf<K extends StatementKind, S = Statement> = S extends { readonly kind: infer T } ? (K extends T ? S : never) : never;
