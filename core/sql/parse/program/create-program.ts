/**
 * Parses CREATE PROCEDURE, CREATE FUNCTION and CREATE TRIGGER, and ALTER PROCEDURE and FUNCTION.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { DataType } from "../../tree/data-type.ts";
import type {
	AlterProgram,
	Characteristics,
	CreateProgram,
	Program,
	ProgramParameter,
	TriggerClause,
} from "../../tree/statement.ts";
import { definerClause, objectAhead } from "../cursor/account-name.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { charsetName, objectName, tableName } from "../cursor/name.ts";
import { ProgramScope } from "../cursor/program-scope.ts";
import { dataType } from "../expression/data-type.ts";
import { programNode } from "./body.ts";

/** Whether CREATE is followed by a program; a DEFINER clause may come between. */
export function isCreateProgram(cursor: Cursor): boolean {
	const word = cursor.wordAhead(objectAhead(cursor));
	return word === "procedure" || word === "trigger" || (word === "function" && !isLoadable(cursor));
}

/** CREATE FUNCTION ... SONAME loads native code. */
function isLoadable(cursor: Cursor): boolean {
	for (let ahead = 1; ahead < 8; ahead++) {
		if (cursor.wordAhead(ahead) === "soname") {
			return true;
		}
	}
	return false;
}

/** After CREATE. */
export function createProgram(cursor: Cursor): CreateProgram {
	const definer = definerClause(cursor);
	const first = cursor.at;
	const what = cursor.expectOneOf("procedure", "function", "trigger");
	const name = objectName(cursor);
	const start = { kind: "create-program" as const, what, name, ...(definer === undefined ? {} : { definer }) };
	return what === "trigger" ? triggerOf(cursor, start, first) : routineOf(cursor, what, start);
}

type Start = Pick<CreateProgram, "kind" | "what" | "name" | "definer">;

function routineOf(cursor: Cursor, what: "procedure" | "function", start: Start): CreateProgram {
	const scope = new ProgramScope(what);
	cursor.expect("(");
	const first = cursor.at;
	const parameters: ProgramParameter[] = cursor.is(")") ? [] : cursor.list((inner) => parameter(inner, scope));
	const parameterText = cursor.bytesSince(first);
	cursor.expect(")");
	let returns: DataType | undefined;
	let returnsText = "";
	if (what === "function") {
		cursor.expect("returns");
		const from = cursor.at;
		returns = typeWithCollation(cursor);
		returnsText = cursor.bytesSince(from);
	}
	const characteristics = { ...usualCharacteristics, ...characteristicsOf(cursor) };
	const { program, bodyText } = bodyOf(cursor, scope);
	if (what === "function" && !scope.hasReturn) {
		throw sqlError("functionWithoutReturn", encodeText(start.name.name));
	}
	return {
		...start,
		parameters,
		...(returns === undefined ? {} : { returns }),
		characteristics,
		program,
		parameterText,
		returnsText,
		bodyText,
	};
}

function parameter(cursor: Cursor, scope: ProgramScope): ProgramParameter {
	const mode = scope.kind === "procedure" ? (cursor.acceptOneOf("in", "out", "inout") ?? "in") : "in";
	const name = cursor.name();
	if (scope.find(name) !== undefined) {
		throw sqlError("duplicateParameter", encodeText(name));
	}
	return { mode, slot: scope.declare(name, typeWithCollation(cursor)) };
}

function typeWithCollation(cursor: Cursor): DataType {
	const type = dataType(cursor);
	return cursor.accept("collate") ? { ...type, collation: charsetName(cursor) } : type;
}

/** The body, and what it declares in the scope. */
export function bodyOf(cursor: Cursor, scope: ProgramScope): Pick<CreateProgram, "program" | "bodyText"> {
	const first = cursor.at;
	const outer = cursor.program;
	cursor.program = scope;
	const body = programNode(cursor);
	cursor.program = outer;
	const program: Program = { variables: scope.variables, cursorCount: scope.cursorCount, body };
	return { program, bodyText: cursor.bytesSince(first) };
}

/** `first`: the word TRIGGER. */
function triggerOf(cursor: Cursor, start: Start, first: number): CreateProgram {
	const time = cursor.expectOneOf("before", "after");
	const event = cursor.expectOneOf("insert", "update", "delete");
	cursor.expect("on");
	const before = cursor.bytesSince(first) + cursor.gap;
	const tableAt = cursor.at;
	const table = tableName(cursor);
	const tableText = cursor.bytesSince(tableAt);
	const gap = cursor.gap;
	const forAt = cursor.at;
	cursor.expectPhrase("for", "each", "row");
	const relation = cursor.acceptOneOf("follows", "precedes");
	const order = relation === undefined ? {} : { order: { relation, trigger: cursor.name() } };
	const texts = { before, table: tableText, after: gap + cursor.bytesSince(forAt) + cursor.gap };
	const trigger: TriggerClause = { time, event, table, ...order, texts };
	const scope = new ProgramScope("trigger", rowsOf[event]);
	return {
		...start,
		parameters: [],
		characteristics: usualCharacteristics,
		trigger,
		...bodyOf(cursor, scope),
		parameterText: "",
		returnsText: "",
	};
}

const rowsOf: Readonly<Record<TriggerClause["event"], readonly ("new" | "old")[]>> = {
	insert: ["new"],
	update: ["new", "old"],
	delete: ["old"],
};

const usualCharacteristics: Characteristics = {
	deterministic: false,
	dataAccess: "CONTAINS SQL",
	security: "DEFINER",
	comment: "",
};

/** After ALTER. */
export function alterProgram(cursor: Cursor): AlterProgram {
	const what = cursor.expectOneOf("procedure", "function");
	return { kind: "alter-program", what, name: objectName(cursor), characteristics: characteristicsOf(cursor) };
}

type Draft = { -readonly [Part in keyof Characteristics]?: Characteristics[Part] };

function characteristicsOf(cursor: Cursor): Partial<Characteristics> {
	const draft: Draft = {};
	while (characteristic(cursor, draft)) {
		// Reads one after the other.
	}
	return draft;
}

function characteristic(cursor: Cursor, draft: Draft): boolean {
	if (cursor.accept("deterministic")) {
		draft.deterministic = true;
	} else if (cursor.acceptPhrase("not", "deterministic")) {
		draft.deterministic = false;
	} else if (cursor.acceptPhrase("language", "sql")) {
		return true;
	} else if (cursor.acceptPhrase("contains", "sql")) {
		draft.dataAccess = "CONTAINS SQL";
	} else if (cursor.acceptPhrase("no", "sql")) {
		draft.dataAccess = "NO SQL";
	} else if (cursor.acceptPhrase("reads", "sql", "data")) {
		draft.dataAccess = "READS SQL DATA";
	} else if (cursor.acceptPhrase("modifies", "sql", "data")) {
		draft.dataAccess = "MODIFIES SQL DATA";
	} else if (cursor.acceptPhrase("sql", "security")) {
		draft.security = cursor.expectOneOf("definer", "invoker") === "definer" ? "DEFINER" : "INVOKER";
	} else if (cursor.accept("comment")) {
		draft.comment = cursor.string();
	} else {
		return false;
	}
	return true;
}
