/**
 * Text guard: asserts that text is well-formed in its charset where rows are stored and where they are sent.
 *
 * Off unless installed before tables are loaded, as the tests do; a row then costs nothing. Columns whose check a rule
 * or setting switched off are left out, and so are results of sessions that sent ill-formed text themselves.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { invariant } from "../../errors/invariant.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import type { EncodeRow } from "../../store/encoding/row-encoder.ts";
import type { SessionFacts, TypedValue } from "../../types/evaluation/evaluation.ts";
import { printText } from "../../types/print/print.ts";
import { isUtf8 } from "../../types/text/charset.ts";
import { firstIllFormed } from "../../types/text/well-formed.ts";
import { isCharacterType, type SqlType } from "../../types/value/type.ts";
import type { ByteString, Row, Value } from "../../types/value/value.ts";
import type { RowSource } from "../row-source.ts";

/** Looked at where each statement would pass, so that it costs nothing while it is off. */
export const textGuard = { isInstalled: false };
/** Columns that took values unchecked, by table and column id. */
const unchecked = new Set<string>();
/** Sessions whose statements or parameters were ill-formed. */
const careless = new WeakSet<object>();

export function installTextGuard(): void {
	textGuard.isInstalled = true;
}

/** Notes a column of UTF-8 whose values no rule checks: nothing can be said of them, nor of results. */
export function noteUnchecked({ record, type }: Column): void {
	if (textGuard.isInstalled && isUtf8(type.charset)) {
		unchecked.add(nameOf(record));
	}
}

/** By creation: a column keeps its record's id and name, not the record. */
function nameOf({ id, name }: Column["record"]): string {
	return `${id} ${name}`;
}

/** Notes a session that sends bytes that are no text: it may be answered with them. */
export function noteSent(session: object, text: ByteString, parameters: readonly TypedValue[]): void {
	if (textGuard.isInstalled && (firstIllFormed(text, "utf8mb4") >= 0 || !parameters.every(isWellFormed))) {
		careless.add(session);
	}
}

/** Returns the encoder with the assertion before it. */
export function guardedEncoder(table: Table, encode: EncodeRow): EncodeRow {
	if (!textGuard.isInstalled) {
		return encode;
	}
	return (row) => {
		assertRow(table, row);
		return encode(row);
	};
}

/** Throws BrokenInvariant for a row to be stored with text that is none. */
export function assertRow({ name, columns }: Table, row: Row): void {
	if (!textGuard.isInstalled) {
		return;
	}
	for (const { offset, type, record, name: column } of columns) {
		const value = row[offset] as Value;
		if (!isWellFormed({ type, value }) && !unchecked.has(nameOf(record))) {
			invariant(false, `Text of column ${name}.${column} is well-formed in ${type.charset}.`);
		}
	}
}

/** Returns the source of a result with the assertion behind it. */
export function guardedSource(source: RowSource, columns: readonly ResultColumn[], session: SessionFacts): RowSource {
	if (!textGuard.isInstalled || careless.has(session) || session.bytesAreText === true) {
		return source;
	}
	return {
		next: (): MaybePromise<Row[] | null> =>
			after(source.next(), (rows) => {
				for (const row of unchecked.size === 0 ? (rows ?? []) : []) {
					columns.forEach(({ name, type }, at) => {
						const isText = isWellFormed({ type, value: row[at] as Value });
						invariant(isText, `Text of result column ${name} is well-formed in ${type.charset}.`);
					});
				}
				return rows;
			}),
		close: () => source.close(),
	};
}

function isWellFormed({ type, value }: TypedValue): boolean {
	return value === null || !isText(type) || firstIllFormed(printText(value, type) ?? "", charsetOf(type)) < 0;
}

function isText(type: SqlType): boolean {
	return isCharacterType(type) || type.name === "json";
}

function charsetOf(type: SqlType): string {
	return type.name === "json" ? "utf8mb4" : type.charset;
}
