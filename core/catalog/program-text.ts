/**
 * Text of SHOW CREATE for stored programs, in UTF-8, that makes the same program again.
 */
import { encodeText, type ByteString } from "../types/value/value.ts";
import { fold } from "./identifier.ts";
import type { ProgramRecord, RoutineRecord, TriggerRecord } from "./record.ts";
import { returnedColumn } from "./program.ts";
import { escapeText, quoteName, typeText } from "./type-text.ts";

export function quoted(name: string): ByteString {
	return quoteName(encodeText(name));
}

/** `CREATE DEFINER=...` */
export function begin({ definer }: ProgramRecord): ByteString {
	return `CREATE DEFINER=${quoted(definer.user)}@${quoted(definer.host)} `;
}

export function createRoutineText(record: RoutineRecord): ByteString {
	const { what, name, parameterText, bodyText } = record;
	const returns = what === "function" ? ` RETURNS ${returnsText(record)}` : "";
	const head = `${begin(record)}${what.toUpperCase()} ${quoted(name)}(${parameterText})${returns}\n`;
	const lines = characteristics(record).map((line) => `    ${line}\n`);
	return `${head}${lines.join("")}${bodyText}`;
}

/** The type, of text with its charset. */
function returnsText(record: RoutineRecord): ByteString {
	const { type } = returnedColumn(record);
	const isText = type.charset !== "binary" && type.charset !== "";
	return isText ? `${typeText(type)} CHARSET ${type.charset}` : typeText(type);
}

function characteristics({ deterministic, dataAccess, security, comment }: RoutineRecord): readonly ByteString[] {
	return [
		...(dataAccess === "CONTAINS SQL" ? [] : [dataAccess]),
		...(deterministic ? ["DETERMINISTIC"] : []),
		...(security === "DEFINER" ? [] : ["SQL SECURITY INVOKER"]),
		...(comment === "" ? [] : [`COMMENT ${escapeText(encodeText(comment))}`]),
	];
}

/** A table that was renamed since goes by its new name. */
export function createTriggerText(record: TriggerRecord, table: string): ByteString {
	const { texts, tableName, bodyText } = record;
	const named = fold(tableName) === fold(table) ? texts.table : quoted(table);
	return `${begin(record)}${texts.before}${named}${texts.after}${bodyText}`;
}
