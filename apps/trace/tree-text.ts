/**
 * Printer of syntax trees: a node a line, its members indented below it; members that hold nothing are left out.
 *
 *     insert
 *       table: { name: t }
 *       rows:
 *         - literal { type: string, bytes: 'a' }
 */
import { decodeText } from "../../core/index.ts";

type Members = readonly (readonly [name: string, value: unknown])[];

export function treeLines(tree: unknown): readonly string[] {
	return linesOf(tree, "", "");
}

/** JSON has no bigint; byte strings of valid UTF-8 become text. */
export function plainTree(tree: unknown): unknown {
	return JSON.parse(
		JSON.stringify(tree, (_, value: unknown) =>
			typeof value === "bigint" ? String(value) : typeof value === "string" ? decodeText(value) : value,
		) ?? "null",
	);
}

function linesOf(value: unknown, label: string, indent: string): readonly string[] {
	if (Array.isArray(value)) {
		const inner = value.flatMap((each) => linesOf(each, "- ", `${indent}  `));
		return [`${indent}${label.trimEnd()}`, ...inner];
	}
	if (typeof value !== "object" || value === null) {
		return [`${indent}${label}${scalarText(value)}`];
	}
	const members = membersOf(value);
	const kind = (value as { readonly kind?: unknown }).kind;
	const head = typeof kind === "string" ? kind : "";
	if (members.every(([, member]) => isScalar(member))) {
		const inner = members.map(([name, member]) => `${name}: ${scalarText(member)}`).join(", ");
		const braces = inner === "" ? "" : `{ ${inner} }`;
		return [`${indent}${label}${[head, braces].filter((part) => part !== "").join(" ")}`];
	}
	const step = `${indent}${label === "- " ? "    " : "  "}`;
	return [
		`${indent}${label}${head}`.trimEnd(),
		...members.flatMap(([name, member]) => linesOf(member, `${name}: `, step)),
	];
}

function membersOf(node: object): Members {
	const entries = node instanceof Map ? [...node] : Object.entries(node);
	return entries.filter(([name, value]) => name !== "kind" && !isEmpty(value));
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
}

function isScalar(value: unknown): boolean {
	return typeof value !== "object";
}

function scalarText(value: unknown): string {
	if (typeof value !== "string") {
		return String(value);
	}
	const text = decodeText(value);
	return /^[\w.-]+$/.test(text) ? text : `'${text}'`;
}
