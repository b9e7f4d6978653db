/**
 * Helpers of the parser tests: statements of a corpus file, trees without source text.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createParser, plainMode } from "../../core/sql/parse/index.ts";
import type { ParserMode } from "../../core/sql/parser.ts";
import type { Expression } from "../../core/sql/tree/expression.ts";
import type { Statement } from "../../core/sql/tree/statement.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { root } from "../root.ts";

const parser = createParser();

/** Lines of a corpus file, without headings. */
export function linesOf(name: string): string[] {
	const text = readFileSync(join(root, "tests", "sql", "corpus", name), "utf8");
	return text.split("\n").filter((line) => line !== "" && !line.startsWith("# "));
}

export function parseOne(text: string, mode: Partial<ParserMode> = {}): Statement {
	const statements = parser.parse(encodeText(text), { ...plainMode, ...mode });
	if (statements.length !== 1) {
		throw new Error(`${statements.length} statements in: ${text}`);
	}
	return statements[0]!.statement;
}

/** The expression of `select ...`. */
export function parseItem(text: string, mode: Partial<ParserMode> = {}): Expression {
	const statement = parseOne(`select ${text}`, mode);
	const item = statement.kind === "select" ? statement.items[0] : undefined;
	if (item?.kind !== "item") {
		throw new Error(`No expression: ${text}`);
	}
	return item.expression;
}

/** A tree without undefined members, source texts, and members derived from the whole statement. */
export function bareTree(node: unknown): unknown {
	if (Array.isArray(node)) {
		return node.map(bareTree);
	}
	if (node === null || typeof node !== "object") {
		return node;
	}
	const holdsSource = "expression" in node || "query" in node;
	return Object.fromEntries(
		Object.entries(node)
			.filter(([key, value]) => value !== undefined && !(holdsSource && key === "text") && key !== "assigned")
			.map(([key, value]) => [key, bareTree(value)]),
	);
}
