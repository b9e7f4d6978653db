/**
 * Reference page of a rehearsal's report: members of format 1, made from the published schema.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

interface Node {
	readonly type?: string;
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Node>>;
	readonly required?: readonly string[];
	readonly items?: Node;
	readonly additionalProperties?: Node;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly $ref?: string;
	readonly $defs?: Readonly<Record<string, Node>>;
}

interface Section {
	readonly title: string;
	readonly about: string;
	/** Member, type, what it is. */
	readonly rows: readonly (readonly [string, string, string])[];
}

/** The report first, then what its members hold. */
export function rehearsalSections(): readonly Section[] {
	const path = join(root, "apps", "rehearse", "report", "rehearsal.schema.json");
	const schema = JSON.parse(readFileSync(path, "utf8")) as Node;
	const parts = Object.entries({ RehearsalReport: schema, ...schema.$defs });
	return parts.map(([title, node]) => ({ title, about: node.description ?? "", rows: rowsOf(node, "") }));
}

/** Members of an object that has no name of its own follow it: `edit.from`. */
function rowsOf(
	{ properties = {}, required = [] }: Node,
	before: string,
): readonly (readonly [string, string, string])[] {
	return Object.entries(properties).flatMap(([name, node]) => {
		const mark = required.includes(name) ? "" : ", may be absent";
		const own = [`\`${before}${name}\``, `${typeOf(node)}${mark}`, node.description ?? ""] as const;
		return [own, ...rowsOf(node, `${before}${name}.`)];
	});
}

function typeOf(node: Node): string {
	if (node.$ref !== undefined) {
		const name = node.$ref.replace("#/$defs/", "");
		return `[${name}](#${name.toLowerCase()})`;
	}
	if (node.items !== undefined) {
		return `list of ${typeOf(node.items)}`;
	}
	if (node.additionalProperties !== undefined) {
		return `object of ${typeOf(node.additionalProperties)}`;
	}
	return node.const !== undefined
		? `\`${JSON.stringify(node.const)}\``
		: (node.enum?.map((each) => `\`${String(each)}\``).join(", ") ?? node.type ?? "");
}
