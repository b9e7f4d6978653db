/**
 * Parses INTO of a query, and the FIELDS and LINES clauses of files.
 *
 * Throws 1327 for a variable without @.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { literal } from "../expression/literal.ts";
import { acceptCharset, charsetName } from "../cursor/name.ts";
import type { FieldFormat, IntoTarget, VariableTarget } from "../../tree/into-target.ts";

/** Accepts INTO; within a query of another it is a syntax error. */
export function acceptInto(cursor: Cursor): boolean {
	return cursor.is("into") && cursor.queryDepth > 0 ? cursor.fail() : cursor.accept("into");
}

/** The target after INTO. */
export function intoTarget(cursor: Cursor): IntoTarget {
	if (cursor.accept("dumpfile")) {
		return { kind: "dumpfile", path: cursor.string() };
	}
	if (cursor.accept("outfile")) {
		const path = cursor.string();
		const charset = acceptCharset(cursor) ? charsetName(cursor) : undefined;
		const fields = fieldFormat(cursor, charset);
		return Object.keys(fields).length === 0 ? { kind: "outfile", path } : { kind: "outfile", path, fields };
	}
	return { kind: "variables", targets: cursor.list(variableTarget) };
}

/** A user variable's name, or the slot of a stored program's variable. */
export function variableTarget(cursor: Cursor): VariableTarget {
	if (!cursor.isName) {
		return cursor.userVariable();
	}
	const name = cursor.name();
	const slot = cursor.accept(".") ? cursor.program?.ofRow(name, cursor.name()) : cursor.program?.find(name);
	if (slot === undefined) {
		throw sqlError("undeclaredVariable", encodeText(name));
	}
	return slot;
}

type Draft = { -readonly [Part in keyof FieldFormat]: FieldFormat[Part] };

export function fieldFormat(cursor: Cursor, charset: string | undefined): FieldFormat {
	const draft: Draft = charset === undefined ? {} : { charset };
	if (cursor.acceptOneOf("fields", "columns") !== undefined) {
		fieldClauses(cursor, draft);
	}
	if (cursor.accept("lines")) {
		lineClauses(cursor, draft);
	}
	return draft;
}

function fieldClauses(cursor: Cursor, draft: Draft): void {
	const first = cursor.at;
	for (;;) {
		if (cursor.accept("terminated")) {
			draft.terminatedBy = by(cursor);
		} else if (cursor.is("optionally") || cursor.is("enclosed")) {
			draft.optionallyEnclosed = cursor.accept("optionally");
			cursor.expect("enclosed");
			draft.enclosedBy = by(cursor);
		} else if (cursor.accept("escaped")) {
			draft.escapedBy = by(cursor);
		} else {
			return cursor.at === first ? cursor.fail() : undefined;
		}
	}
}

function lineClauses(cursor: Cursor, draft: Draft): void {
	const first = cursor.at;
	for (;;) {
		if (cursor.accept("terminated")) {
			draft.linesTerminatedBy = by(cursor);
		} else if (cursor.accept("starting")) {
			draft.linesStartingBy = by(cursor);
		} else {
			return cursor.at === first ? cursor.fail() : undefined;
		}
	}
}

function by(cursor: Cursor): string {
	cursor.expect("by");
	const node = literal(cursor);
	const isBytes = node?.type === "string" || node?.type === "hex" || node?.type === "bit";
	return isBytes ? node.bytes : cursor.fail();
}
