/**
 * Parses the body of a stored program: compound statements, flow control, cursors, and ordinary statements.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { Block, Fragment, ProgramNode } from "../../tree/statement.ts";
import type { Statement } from "../../tree/statement.ts";
import { assignmentList, assignmentOf, scopeWord, setTransaction } from "../administration/set.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { variableTarget } from "../query/into.ts";
import { declarations, endOfStatement } from "./declaration.ts";
import {
	comparisonFragment,
	conditionFragment,
	assignedFragment,
	expressionFragment,
	fragment,
	nullFragment,
	scopeOf,
} from "./fragment.ts";
import { refuseStatement } from "./refusal.ts";

/** One statement without its semicolon. SET of several variables is a block of assignments. */
export function programNode(cursor: Cursor): ProgramNode {
	return cursor.nested(() => labelled(cursor) ?? simpleNode(cursor));
}

function labelled(cursor: Cursor): ProgramNode | undefined {
	const hasLabel = cursor.isName && cursor.wordAhead(1) === ":";
	if (!hasLabel && !startsLabelled(cursor)) {
		return undefined;
	}
	const scope = scopeOf(cursor);
	return scope.within(() => {
		const label = hasLabel ? cursor.name() : undefined;
		if (label !== undefined) {
			cursor.expect(":");
			scope.label(label, cursor.is("begin") ? "block" : "loop");
		}
		const node = cursor.is("begin") ? block(cursor, label) : loop(cursor, label);
		if (cursor.isName) {
			const end = cursor.name();
			if (end.toLowerCase() !== label?.toLowerCase()) {
				throw sqlError("endLabelMismatch", encodeText(end));
			}
		}
		return node;
	});
}

function startsLabelled(cursor: Cursor): boolean {
	return (
		cursor.is("begin") ||
		cursor.is("loop") ||
		cursor.is("while") ||
		(cursor.is("repeat") && cursor.wordAhead(1) !== "(")
	);
}

function block(cursor: Cursor, label: string | undefined): Block {
	cursor.expect("begin");
	return scopeOf(cursor).within(() => {
		const declared = declarations(cursor, programNode);
		const body = nodesUntil(cursor, "end");
		cursor.expect("end");
		return { kind: "block", ...(label === undefined ? {} : { label }), ...declared, body };
	});
}

function nodesUntil(cursor: Cursor, ...ends: readonly string[]): ProgramNode[] {
	const goesOn = (inner: Cursor): boolean => !ends.includes(inner.word);
	return goesOn(cursor) ? cursor.items(endedNode, goesOn) : [];
}

function endedNode(cursor: Cursor): ProgramNode {
	const node = programNode(cursor);
	endOfStatement(cursor);
	return node;
}

/** At least one statement. */
function someUntil(cursor: Cursor, ...ends: readonly string[]): ProgramNode[] {
	const nodes = nodesUntil(cursor, ...ends);
	return nodes.length === 0 ? cursor.fail() : nodes;
}

function loop(cursor: Cursor, label: string | undefined): ProgramNode {
	const word = cursor.expectOneOf("loop", "while", "repeat");
	const named = label === undefined ? {} : { label };
	if (word === "while") {
		const test = conditionFragment(cursor);
		cursor.expect("do");
		const body = someUntil(cursor, "end");
		cursor.expectPhrase("end", "while");
		return { kind: "loop", ...named, condition: { test, form: "while" }, body };
	}
	if (word === "repeat") {
		const body = someUntil(cursor, "until");
		cursor.expect("until");
		const test = conditionFragment(cursor);
		cursor.expectPhrase("end", "repeat");
		return { kind: "loop", ...named, condition: { test, form: "until" }, body };
	}
	const body = someUntil(cursor, "end");
	cursor.expectPhrase("end", "loop");
	return { kind: "loop", ...named, body };
}

function simpleNode(cursor: Cursor): ProgramNode {
	switch (cursor.word) {
		case "if":
			return ifNode(cursor);
		case "case":
			return caseNode(cursor);
		case "leave":
		case "iterate": {
			const kind = cursor.expectOneOf("leave", "iterate");
			const label = cursor.name();
			scopeOf(cursor).jump(kind, label);
			return { kind, label };
		}
		case "return":
			return returnNode(cursor);
		case "open":
		case "close":
			return { kind: cursor.expectOneOf("open", "close"), cursor: scopeOf(cursor).cursor(cursor.name()) };
		case "fetch":
			return fetchNode(cursor);
		case "set":
			return setNode(cursor);
		case "declare":
			return cursor.fail();
		default:
			return { kind: "sql", sql: fragment(cursor, ordinaryStatement) };
	}
}

function ordinaryStatement(cursor: Cursor): Statement {
	const statement = cursor.statement();
	refuseStatement(statement, scopeOf(cursor).kind);
	return statement;
}

function ifNode(cursor: Cursor): ProgramNode {
	cursor.expect("if");
	const branches: { when: Fragment; then: ProgramNode[] }[] = [];
	do {
		const when = conditionFragment(cursor);
		cursor.expect("then");
		branches.push({ when, then: someUntil(cursor, "elseif", "else", "end") });
	} while (cursor.accept("elseif"));
	const otherwise = cursor.accept("else") ? someUntil(cursor, "end") : [];
	cursor.expectPhrase("end", "if");
	return { kind: "if", branches, otherwise };
}

function caseNode(cursor: Cursor): ProgramNode {
	cursor.expect("case");
	const scope = scopeOf(cursor);
	const operand = cursor.is("when") ? undefined : { slot: scope.hidden(), value: expressionFragment(cursor) };
	const branches: { when: Fragment; then: ProgramNode[] }[] = [];
	while (cursor.accept("when")) {
		const when = operand === undefined ? conditionFragment(cursor) : comparisonFragment(cursor, operand.slot);
		cursor.expect("then");
		branches.push({ when, then: someUntil(cursor, "when", "else", "end") });
	}
	if (branches.length === 0) {
		cursor.fail();
	}
	const otherwise = cursor.accept("else") ? { otherwise: someUntil(cursor, "end") } : {};
	cursor.expectPhrase("end", "case");
	const node: ProgramNode = { kind: "if", branches, ...otherwise };
	return operand === undefined ? node : sequence([{ kind: "assign", ...operand }, node]);
}

/** Statements in place of one. */
function sequence(body: readonly ProgramNode[]): ProgramNode {
	return body.length === 1 ? body[0]! : { kind: "block", variables: [], cursors: [], handlers: [], body };
}

function returnNode(cursor: Cursor): ProgramNode {
	const scope = scopeOf(cursor);
	if (scope.kind !== "function") {
		throw sqlError("returnOutsideFunction");
	}
	cursor.expect("return");
	scope.hasReturn = true;
	return { kind: "return", value: assignedFragment(cursor) };
}

function fetchNode(cursor: Cursor): ProgramNode {
	cursor.expect("fetch");
	if (cursor.acceptPhrase("next", "from") || cursor.accept("from")) {
		// Words without a meaning.
	}
	const found = scopeOf(cursor).cursor(cursor.name());
	cursor.expect("into");
	const slots = cursor.list((inner) => {
		const target = variableTarget(inner);
		return typeof target === "number" ? target : inner.fail(inner.at - 1);
	});
	return { kind: "fetch", cursor: found, slots };
}

function setNode(cursor: Cursor): ProgramNode {
	const first = cursor.at;
	cursor.expect("set");
	const scope = scopeWord(cursor);
	if (cursor.accept("transaction")) {
		return { kind: "sql", sql: fragment(cursor, (inner) => setTransaction(inner, scope ?? "next")) };
	}
	const nodes = assignmentList(cursor, scope, (inner, sticky, hasScopeWord) => {
		const slot = hasScopeWord ? undefined : assignedSlot(inner);
		return slot === undefined
			? { kind: "sql" as const, sql: fragment(inner, () => setOne(inner, sticky, hasScopeWord)) }
			: { kind: "assign" as const, slot, value: assignedValue(inner) };
	});
	return cursor.at === first ? cursor.fail() : sequence(nodes);
}

function setOne(cursor: Cursor, scope: "session" | "global", hasScopeWord: boolean): Statement {
	const statement: Statement = { kind: "set", assignments: [assignmentOf(cursor, scope, hasScopeWord)] };
	refuseStatement(statement, scopeOf(cursor).kind);
	return statement;
}

/** A local variable or a column of NEW before `=`; undefined: something else is assigned. */
function assignedSlot(cursor: Cursor): number | undefined {
	if (!cursor.isName) {
		return undefined;
	}
	const scope = scopeOf(cursor);
	const first = cursor.at;
	const name = cursor.name();
	const isQualified = cursor.accept(".");
	const slot = isQualified ? scope.ofRow(name, cursor.name()) : scope.find(name);
	if (slot === undefined || cursor.acceptOneOf("=", ":=") === undefined) {
		cursor.at = first;
		return undefined;
	}
	if (scope.variables[slot]?.row === "old") {
		throw sqlError("rowNotChangeable", "OLD", "");
	}
	return slot;
}

function assignedValue(cursor: Cursor): Fragment {
	return cursor.accept("default") ? nullFragment : assignedFragment(cursor);
}
