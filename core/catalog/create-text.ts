/**
 * Text of SHOW CREATE TABLE, in UTF-8, that makes the same table again.
 */
import { isCharacterType } from "../types/value/type.ts";
import { findKeyword } from "../sql/keywords.ts";
import { indexWords } from "../sql/print/index.ts";
import { encodeText, type ByteString, type Integer } from "../types/value/value.ts";
import { defaultText, isHexadecimal, nowText } from "./default-text.ts";
import { sortedIndexes } from "./index-order.ts";
import type { CheckRecord, ForeignKeyRecord, IndexRecord } from "./record.ts";
import type { Column, Table } from "./table.ts";
import { attributeText, escapeText, plainTypeText, quoteName } from "./type-text.ts";

interface CreateTextOptions {
	/** Whether the column's CHARSET and COLLATE are printed. */
	readonly printsCharset: (column: Column) => boolean;
	/** Prints a type; absent: as MySQL does. */
	readonly typeText?: (column: Column, text: ByteString) => ByteString;
	/** Undefined: not printed. */
	readonly autoIncrement: Integer | undefined;
	/** `CREATE TEMPORARY TABLE`. */
	readonly temporary?: boolean;
	/** Quotes all names, the default. */
	readonly quotes: boolean;
}

/** Prints a name. */
type Name = (text: string) => ByteString;

export function createTableText(table: Table, options: CreateTextOptions): ByteString {
	const name = options.quotes ? quoted : quotedIfNeeded;
	const lines = [
		...table.columns.map((column) => columnText(column, options, name)),
		...sortedIndexes(table).map((index) => indexText(index, table, name)),
		...[...table.record.foreignKeys].sort(byName).map((key) => foreignKeyText(key, table, name)),
		...table.record.checks.map((check) => checkText(check, name)),
	];
	const begin = options.temporary === true ? "CREATE TEMPORARY TABLE" : "CREATE TABLE";
	const body = lines.map((line) => `  ${line}`).join(",\n");
	return `${begin} ${name(table.name)} (\n${body}\n)${optionText(table, options)}`;
}

function quoted(text: string): ByteString {
	return quoteName(encodeText(text));
}

/** sql_quote_show_create = 0. */
export function quotedIfNeeded(text: string): ByteString {
	return /^(?=.*[^0-9])[0-9A-Za-z_$\u0080-\uffff]+$/.test(text) && findKeyword(text)?.strength !== "reserved"
		? encodeText(text)
		: quoted(text);
}

function columnText(column: Column, { printsCharset, typeText }: CreateTextOptions, name: Name): ByteString {
	const { type, record } = column;
	const text = plainTypeText(type) + attributeText(type).toUpperCase();
	const words = [name(column.name), typeText?.(column, text) ?? text];
	if (printsCharset(column) && isCharacterType(type)) {
		words.push(`CHARSET ${column.charset} COLLATE ${column.collation}`);
	}
	if (record.generated !== undefined) {
		words.push(
			`GENERATED ALWAYS AS (${encodeText(record.generated.text)}) ${record.generated.stored ? "STORED" : "VIRTUAL"}`,
		);
	}
	if (!column.nullable) {
		words.push("NOT NULL");
	} else if (type.name === "timestamp") {
		words.push("NULL");
	}
	words.push(...defaultWords(column));
	if (column.onUpdateNow) {
		words.push(`ON UPDATE ${nowText(type)}`);
	}
	if (column.autoIncrement) {
		words.push("AUTO_INCREMENT");
	}
	if (column.comment !== "") {
		words.push(`COMMENT ${escapeText(encodeText(column.comment))}`);
	}
	return words.join(" ");
}

function defaultWords(column: Column): readonly ByteString[] {
	if (column.default.kind === "none" || column.record.generated !== undefined || column.autoIncrement) {
		return [];
	}
	const text = defaultText(column);
	if (text === null) {
		return column.nullable ? ["DEFAULT NULL"] : [];
	}
	const isBare =
		column.default.kind !== "constant" ||
		column.type.name === "bit" ||
		isHexadecimal(column.default.value, column.type);
	return [`DEFAULT ${isBare ? text : escapeText(text)}`];
}

function indexText(index: IndexRecord, table: Table, name: Name): ByteString {
	const parts = index.parts.map(
		({ columnId, length }) => nameOf(columnId, table, name) + (length === undefined ? "" : `(${length})`),
	);
	const begin = index.type === "primary" ? indexWords.primary : `${indexWords[index.type]} ${name(index.name)}`;
	const using = index.using === undefined ? "" : ` USING ${index.using.toUpperCase()}`;
	const comment = index.comment === "" ? "" : ` COMMENT ${escapeText(encodeText(index.comment))}`;
	// MySQL has a space behind the comment.
	const parser = index.parser === undefined ? "" : ` /*!50100 WITH PARSER ${name(index.parser)} */ `;
	return `${begin} (${parts.join(",")})${using}${comment}${parser}`;
}

function nameOf(columnId: number, table: Table, name: Name): ByteString {
	return name(table.columns.find(({ id }) => id === columnId)?.name ?? "");
}

/** InnoDB orders foreign keys by the bytes of their names. */
function byName(a: ForeignKeyRecord, b: ForeignKeyRecord): number {
	return encodeText(a.name) < encodeText(b.name) ? -1 : 1;
}

export function foreignKeyText(key: ForeignKeyRecord, table: Table, name: Name = quoted): ByteString {
	const columns = key.columnIds.map((id) => nameOf(id, table, name)).join(",");
	const isHere = key.referencedDatabase.toLowerCase() === table.database.toLowerCase();
	const target = (isHere ? "" : `${name(key.referencedDatabase)}.`) + name(key.referencedTable);
	const actions = [
		key.onDelete === undefined ? "" : ` ON DELETE ${key.onDelete.toUpperCase()}`,
		key.onUpdate === undefined ? "" : ` ON UPDATE ${key.onUpdate.toUpperCase()}`,
	];
	const referenced = key.referencedColumns.map(name).join(",");
	return `CONSTRAINT ${name(key.name)} FOREIGN KEY (${columns}) REFERENCES ${target} (${referenced})${actions.join("")}`;
}

function checkText({ name: symbol, text, enforced }: CheckRecord, name: Name): ByteString {
	return `CONSTRAINT ${name(symbol)} CHECK (${encodeText(text)})${enforced ? "" : " /*!80016 NOT ENFORCED */"}`;
}

function optionText(table: Table, { autoIncrement }: CreateTextOptions): ByteString {
	const { record } = table;
	const words = [
		` ENGINE=${record.engine}`,
		` DEFAULT CHARSET=${table.charset} COLLATE=${table.collation}`,
		autoIncrement === undefined ? "" : ` AUTO_INCREMENT=${autoIncrement}`,
		record.rowFormat === undefined ? "" : ` ROW_FORMAT=${record.rowFormat.toUpperCase()}`,
		record.shardRowIdBits === 0 ? "" : ` /*!90000 SHARD_ROW_ID_BITS=${record.shardRowIdBits} */`,
		record.comment === "" ? "" : ` COMMENT=${escapeText(encodeText(record.comment))}`,
		record.partitionText === undefined ? "" : partitionComment(record.partitionText),
	];
	return words.join("");
}

/** COLUMNS has a later version comment than other partitioning. */
function partitionComment(text: string): ByteString {
	return `\n/*!${/^PARTITION BY \w+ +COLUMNS/.test(text) ? "50500" : "50100"} ${encodeText(text)} */`;
}
