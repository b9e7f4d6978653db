/**
 * Typed access to nodes of package node-sql-parser: returns the expected member or refuses (error 1235).
 *
 * The package types its tree loosely and incompletely, so every member is checked.
 */
import { sqlError } from "../../core/errors/catalogue.ts";

export interface PackageNode {
	readonly [member: string]: unknown;
}

/** Error 1235: the package read something that the kernel's tree has no place for. */
export function refuse(what: string): never {
	throw sqlError("parserLacks", what);
}

export function isNode(value: unknown): value is PackageNode {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member as a node; refuses anything else. */
export function nodeOf(value: unknown, what: string): PackageNode {
	return isNode(value) ? value : refuse(what);
}

/** The member as a list; empty if missing. */
export function listOf(value: unknown): readonly unknown[] {
	return value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
}

export function isThere(value: unknown): boolean {
	return value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** A name: text, or a node that wraps text. */
export function nameOf(value: unknown, what = "a name"): string {
	if (typeof value === "string") {
		return value;
	}
	if (isNode(value)) {
		return nameOf(value.value ?? value.column ?? value.name ?? value.expr, what);
	}
	return refuse(what);
}

/** Text in lower case; empty if missing. */
export function wordOf(value: unknown): string {
	return typeof value === "string"
		? value.toLowerCase()
		: isNode(value) && typeof value.value === "string"
			? value.value.toLowerCase()
			: "";
}

/** Refuses a node with members that are not converted, so that nothing is lost silently. */
export function onlyMembers(node: PackageNode, members: readonly string[], what: string): void {
	for (const [member, value] of Object.entries(node)) {
		if (isThere(value) && value !== false && !members.includes(member) && !silent.includes(member)) {
			refuse(`${what} with ${member.replaceAll("_", " ")}`);
		}
	}
}

/** Redundant members. */
const silent = ["type", "loc", "tableList", "columnList", "parentheses", "parentheses_symbol", "position"];
