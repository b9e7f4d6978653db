/**
 * What a node of package node-sql-parser looks like from outside: members by name, nothing promised.
 *
 * In: unknown values. Out: the member one expects, or a clear refusal. The package types its tree loosely and leaves
 * out half of it, so every member is asked for what it is. It refuses to know SQL.
 */
import { sqlError } from "../../core/errors.ts";

export interface PackageNode {
	readonly [member: string]: unknown;
}

/** What the package read and the kernel's tree has no place for: error 1235, naming it. */
export function refuse(what: string): never {
	throw sqlError("parserLacks", what);
}

export function isNode(value: unknown): value is PackageNode {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member as a node; refuses where it is none. */
export function nodeOf(value: unknown, what: string): PackageNode {
	return isNode(value) ? value : refuse(what);
}

/** The member as a list; a missing one is empty. */
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

/** Text in small letters; empty where there is none. */
export function wordOf(value: unknown): string {
	return typeof value === "string"
		? value.toLowerCase()
		: isNode(value) && typeof value.value === "string"
			? value.value.toLowerCase()
			: "";
}

/** Refuses a node that has other members than those the adapter carries over: nothing is lost silently. */
export function onlyMembers(node: PackageNode, members: readonly string[], what: string): void {
	for (const [member, value] of Object.entries(node)) {
		if (isThere(value) && value !== false && !members.includes(member) && !silent.includes(member)) {
			refuse(`${what} with ${member.replaceAll("_", " ")}`);
		}
	}
}

/** Members that repeat what others say. */
const silent = ["type", "loc", "tableList", "columnList", "parentheses", "parentheses_symbol", "position"];
