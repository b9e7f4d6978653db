/**
 * EXTRACTVALUE and UPDATEXML, functions that query and change XML text by XPath, with one path for all rows.
 *
 * NULL and warning 1525 for malformed XML, error 1105 for an invalid path.
 *
 * | name                                     | result                                           | source (MySQL 5.7 manual) |
 * |------------------------------------------|--------------------------------------------------|---------------------------|
 * | extractvalue (document, path)            | texts of the elements found, joined by a space   | 12.11 XML Functions       |
 * | updatexml (document, path, replacement)  | the document with the one element found replaced | 12.11                     |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { convertText } from "../../types/text/charset.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { printText } from "../../types/print/print.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import type { CollationChoice } from "../operand/collation-choice.ts";
import { define, isSettled, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { textResult } from "../definition/result.ts";
import { jointText } from "../operand/text-operand.ts";
import { parseXml, type XmlDocument } from "./document.ts";
import { PathEvaluation } from "./path-evaluate.ts";
import { parsePath } from "./path-parse.ts";
import type { PathExpression } from "./path-tree.ts";

const longest = 4294967295;

/** Checks that the path is constant for all rows. */
function checkPath(path: Operand): void {
	if (!isSettled(path)) {
		throw sqlError("unknownError", "Only constant XPATH queries are supported");
	}
}

function documentOf(text: Value, evaluation: Evaluation): XmlDocument | undefined {
	const document = parseXml(text as ByteString);
	if ("fault" in document) {
		evaluation.warn("Warning", "wrongValue", "XML", document.fault);
		return undefined;
	}
	return document;
}

function evaluationOf(
	document: XmlDocument,
	{ charset, collation }: CollationChoice,
	{ session }: Evaluation,
): PathEvaluation {
	return new PathEvaluation(document, collationNamed(collation)!, (name) => {
		const { type, value = null } = session.userVariable(name) ?? {};
		if (type === undefined || value === null) {
			return "";
		}
		return isNumeric(type) ? Number(printText(value, type)) : convertText(String(value), type.charset, charset);
	});
}

function isNumeric(type: SqlType): boolean {
	return ["integer", "decimal", "float"].includes(familyOf(type));
}

/** True for a path that is a variable alone, whose value is NULL. */
function isNull(tree: PathExpression, { session }: Evaluation): boolean {
	return tree.kind === "variable" && (session.userVariable(tree.name)?.value ?? null) === null;
}

/** `find`: computes the result from a document; NULL where the text is malformed. */
function overDocument(
	name: string,
	find: (found: PathEvaluation, tree: PathExpression, text: ByteString, replacement: ByteString) => Value,
): Resolve {
	return (operands, context) => {
		checkPath(operands[1]!);
		const { choice, target } = jointText(operands, context, name);
		return {
			type: textResult(longest, choice),
			nullable: true,
			coercibility: choice.coercibility,
			operands: operands.map(() => target),
			// The path may contain a variable.
			volatile: typeof operands[1]!.constant !== "string" || operands[1]!.constant.includes("$"),
			evaluate(evaluation, text, path, replacement) {
				const tree = parsePath(path as ByteString);
				const document = documentOf(text, evaluation);
				return document === undefined || isNull(tree, evaluation)
					? null
					: find(evaluationOf(document, choice, evaluation), tree, text as ByteString, replacement as ByteString);
			},
		};
	};
}

const extractValue = overDocument("extractvalue", (found, tree) => found.text(found.of(tree)));

const updateXml = overDocument("updatexml", (evaluation, tree, text, replacement) => {
	const found = evaluation.of(tree);
	if (typeof found !== "object" || found.length !== 1) {
		return text;
	}
	const { kind, start, end } = found[0]!;
	return kind === "root" ? replacement : text.slice(0, start) + replacement + text.slice(end);
});

export const xml: readonly FunctionDefinition[] = [
	define("extractvalue", 2, 2, extractValue),
	define("updatexml", 3, 3, updateXml),
];
