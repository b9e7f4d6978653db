/**
 * Parses ALTER TABLE, after ALTER, into a list of changes.
 */
import type { MaintainTable } from "../../tree/session.ts";
import type { AlterChange, AlterTable, ColumnPosition } from "../../tree/table.ts";
import { partitionChange } from "./alter-partition.ts";
import { columnDefinition, columnOf, defaultValue } from "./column-definition.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { acceptCharset, charsetName, collationName, ownColumnName, plainName, tableName } from "../cursor/name.ts";
import { onlineOption } from "./online-option.ts";
import { partitionClause } from "./partition.ts";
import { constraintOrIndex } from "./table-element.ts";
import { tableOption } from "./table-option.ts";
import type { TableName } from "../../tree/table-name.ts";

export function alterTable(cursor: Cursor): AlterTable | MaintainTable {
	const ignore = cursor.accept("ignore");
	cursor.expect("table");
	const table = tableName(cursor);
	cursor.defined = table;
	return maintainPartitions(cursor, table) ?? alteredTable(cursor, table, ignore);
}

const maintenance = ["analyze", "check", "optimize", "repair"] as const;

/** ANALYZE PARTITION and the like, which change no definition. */
function maintainPartitions(cursor: Cursor, table: TableName): MaintainTable | undefined {
	const action = maintenance.find((word) => cursor.isPhrase(word, "partition"));
	const change = action && partitionChange(cursor);
	return action !== undefined && change !== undefined && change.action === action
		? { kind: "maintain-table", action, tables: [table], partitions: change.names }
		: undefined;
}

function alteredTable(cursor: Cursor, table: TableName, ignore: boolean): AlterTable {
	const changes: AlterChange[] = [];
	if (cursor.isEnd) {
		return { kind: "alter-table", table, ignore, changes };
	}
	do {
		const alone = changes.every((each) => each.change === "online") ? changeAlone(cursor) : undefined;
		if (alone !== undefined) {
			return { kind: "alter-table", table, ignore, changes: [...changes, alone] };
		}
		changes.push(...change(cursor));
	} while (cursor.accept(","));
	const first = cursor.at;
	const text = cursor.acceptPhrase("remove", "partitioning") ? cursor.textSince(first) : partitionClause(cursor);
	if (text !== undefined) {
		changes.push({ change: "partitioning", text });
	}
	return { kind: "alter-table", table, ignore, changes };
}

/**
 * A change that must be the only one but for ALGORITHM and LOCK before it, or undefined. Of the partition changes
 * PARTITION BY and REMOVE PARTITIONING may follow others.
 */
function changeAlone(cursor: Cursor): AlterChange | undefined {
	const first = cursor.at;
	return partitionChange(cursor) === undefined
		? tablespaceChange(cursor)
		: { change: "partitioning", text: cursor.textSince(first) };
}

function tablespaceChange(cursor: Cursor): AlterChange | undefined {
	const action = cursor.acceptOneOf("discard", "import");
	if (action === undefined) {
		return undefined;
	}
	cursor.expect("tablespace");
	return { change: "tablespace", action };
}

/** The changes up to the next comma; table options may be several. */
function change(cursor: Cursor): AlterChange[] {
	switch (cursor.word) {
		case "add":
			cursor.at++;
			return added(cursor);
		case "drop":
			cursor.at++;
			return [dropped(cursor)];
		case "change":
		case "modify":
			return [changedColumn(cursor)];
		case "alter":
			return [changedDefault(cursor)];
		case "rename":
			cursor.at++;
			return [renamed(cursor)];
		case "convert":
			return [converted(cursor)];
		case "order":
			cursor.at++;
			cursor.expect("by");
			return [{ change: "order-by", columns: cursor.list(orderColumn) }];
		default:
			return shortOrOptions(cursor);
	}
}

function shortOrOptions(cursor: Cursor): AlterChange[] {
	const short = shortChange(cursor) ?? onlineOption(cursor) ?? validation(cursor);
	if (short !== undefined) {
		return [short];
	}
	const found: AlterChange[] = [];
	let option = tableOption(cursor);
	while (option !== undefined) {
		found.push(found.length === 0 ? { change: "option", option } : { change: "option", option, continued: true });
		option = tableOption(cursor);
	}
	return found.length === 0 ? cursor.fail() : found;
}

function added(cursor: Cursor): AlterChange[] {
	const element = constraintOrIndex(cursor);
	if (element !== undefined) {
		return [addedElement(element)];
	}
	cursor.accept("column");
	if (!cursor.is("(")) {
		const column = columnDefinition(cursor);
		return [{ change: "add-column", column, position: position(cursor) }];
	}
	return cursor.parenthesised((inner): AlterChange => {
		const inside = constraintOrIndex(inner);
		return inside === undefined ? { change: "add-column", column: columnDefinition(inner) } : addedElement(inside);
	});
}

function addedElement(element: NonNullable<ReturnType<typeof constraintOrIndex>>): AlterChange {
	switch (element.kind) {
		case "index-definition":
			return { change: "add-index", index: element };
		case "foreign-key-definition":
			return { change: "add-foreign-key", foreignKey: element };
		case "check-definition":
			return { change: "add-check", check: element };
	}
}

function position(cursor: Cursor): ColumnPosition | undefined {
	if (cursor.accept("first")) {
		return { first: true };
	}
	return cursor.accept("after") ? { after: cursor.name() } : undefined;
}

function dropped(cursor: Cursor): AlterChange {
	if (cursor.acceptOneOf("index", "key") !== undefined) {
		return { change: "drop-index", name: cursor.name() };
	}
	if (cursor.acceptPhrase("primary", "key")) {
		return { change: "drop-primary-key" };
	}
	if (cursor.acceptPhrase("foreign", "key")) {
		return { change: "drop-foreign-key", name: cursor.name() };
	}
	if (cursor.acceptOneOf("check", "constraint") !== undefined) {
		return { change: "drop-check", name: cursor.name() };
	}
	cursor.accept("column");
	const name = ownColumnName(cursor);
	cursor.acceptOneOf("restrict", "cascade");
	return { change: "drop-column", name };
}

function changedColumn(cursor: Cursor): AlterChange {
	const modify = cursor.expectOneOf("change", "modify") === "modify";
	cursor.accept("column");
	const name = ownColumnName(cursor);
	const column = modify ? columnOf(cursor, name) : columnDefinition(cursor);
	return { change: "change-column", name, column, position: position(cursor), modify };
}

function changedDefault(cursor: Cursor): AlterChange {
	cursor.expect("alter");
	if (
		cursor.wordAhead(1) !== "set" &&
		cursor.wordAhead(1) !== "drop" &&
		cursor.acceptOneOf("check", "constraint") !== undefined
	) {
		const name = cursor.name();
		const enforced = !cursor.accept("not");
		cursor.expect("enforced");
		return { change: "alter-check", name, enforced };
	}
	cursor.accept("column");
	const column = ownColumnName(cursor);
	if (cursor.acceptPhrase("drop", "default")) {
		return { change: "drop-default", column };
	}
	cursor.expectPhrase("set", "default");
	return { change: "set-default", column, default: defaultValue(cursor) };
}

function renamed(cursor: Cursor): AlterChange {
	const subject = cursor.acceptOneOf("column", "index", "key");
	if (subject === undefined) {
		cursor.acceptOneOf("to", "as", "=");
		return { change: "rename-table", to: tableName(cursor) };
	}
	const from = cursor.name();
	cursor.expect("to");
	return { change: subject === "column" ? "rename-column" : "rename-index", from, to: cursor.name() };
}

function converted(cursor: Cursor): AlterChange {
	cursor.expectPhrase("convert", "to");
	if (!acceptCharset(cursor)) {
		cursor.fail();
	}
	const charset = cursor.accept("default") ? "default" : charsetName(cursor);
	const collation = cursor.accept("collate") ? collationName(cursor) : undefined;
	return { change: "convert", charset, collation };
}

function orderColumn(cursor: Cursor): string {
	let column = plainName(cursor);
	while (cursor.accept(".")) {
		column = plainName(cursor);
	}
	cursor.acceptOneOf("asc", "desc");
	return column;
}

function shortChange(cursor: Cursor): AlterChange | undefined {
	switch (cursor.word) {
		case "force":
			cursor.at++;
			return { change: "force" };
		case "enable":
		case "disable": {
			const enable = cursor.expectOneOf("enable", "disable") === "enable";
			cursor.expect("keys");
			return { change: "keys", enable };
		}
		default:
			return undefined;
	}
}

function validation(cursor: Cursor): AlterChange | undefined {
	const word = cursor.acceptOneOf("with", "without");
	if (word === undefined) {
		return undefined;
	}
	cursor.expect("validation");
	return { change: "validation", isWanted: word === "with" };
}
