/**
 * Converts data types of columns and CAST: the kernel parses the type's source text, so that synonyms agree.
 */
import { createParser, parseExpression, plainMode } from "../../core/sql/parse/index.ts";
import type { DataType } from "../../core/sql/tree/data-type.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { isNode, isThere, listOf, type PackageNode, refuse } from "./package-node.ts";

const parser = createParser();

export function typeOf(node: PackageNode, isCast: boolean): DataType {
	const text = [`${String(node.dataType)}${sizeOf(node)}`, ...listOf(node.suffix).filter(isThere).map(String)].join(
		" ",
	);
	return isCast ? castType(text) : columnType(text);
}

function sizeOf(node: PackageNode): string {
	if (isNode(node.expr)) {
		const elements = listOf(node.expr.value).map((element) =>
			isNode(element) ? `'${String(element.value)}'` : refuse("this element"),
		);
		return `(${elements.join(", ")})`;
	}
	if (!isThere(node.length)) {
		return "";
	}
	return isThere(node.scale) ? `(${String(node.length)}, ${String(node.scale)})` : `(${String(node.length)})`;
}

function castType(text: string): DataType {
	const read = parseExpression(encodeText(`cast(a as ${text})`), plainMode);
	return read.kind === "cast" ? read.type : refuse(`the type ${text}`);
}

function columnType(text: string): DataType {
	const [read] = parser.parse(encodeText(`create table t (a ${text})`), plainMode);
	const [column] = read?.statement.kind === "create-table" ? read.statement.elements : [];
	return column?.kind === "column-definition" ? column.type : refuse(`the type ${text}`);
}
