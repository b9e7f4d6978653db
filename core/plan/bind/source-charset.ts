/**
 * Source charset: character functions over a choice between text and binary strings.
 *
 * CASE and COALESCE of text and bytes have a binary type, but pass each value on in its own charset, so that
 * CHAR_LENGTH(COALESCE('é', x'c3')) is 1. The call is distributed over the alternatives of its operand. Only visible
 * within one expression: a table's column, an aggregate and the client receive the bytes.
 *
 * | functions                                             | charset                             |
 * |-------------------------------------------------------|-------------------------------------|
 * | CASE, COALESCE                                        | that of the selected value          |
 * | MAKE_SET                                              | that of the first text in it        |
 * | LEFT, RIGHT, SUBSTRING, REVERSE, REPEAT, NULLIF       | that of their first operand's value |
 * | any other, IF, IFNULL, ELT, GREATEST, TRIM among them | that of their type                  |
 */
import { define } from "../../functions/definition/definition.ts";
import type { FunctionDefinition } from "../../functions/definition/function.ts";
import { functionNamed } from "../../functions/registry.ts";
import {
	binaryEncoding,
	textResult,
	textWidth,
	unsignedType,
	type Encoding,
} from "../../functions/definition/result.ts";
import { familyOf } from "../../types/value/type.ts";
import { canonical } from "../../types/value/value.ts";
import { boundConstant, type BoundCall, type BoundExpression } from "../tree/bound-expression.ts";
import { isVolatile } from "../tree/tree-facts.ts";
import {
	callBehind,
	conditionalBranchBehind,
	conditionalBranch,
	type Caller,
	type ConditionalBranch,
} from "./conditional-branches.ts";

const choosing: ReadonlySet<string> = new Set(["case", "case-of", "coalesce"]);
const parts = ["left", "right", "substring", "substr", "mid", "reverse"];
const handingOn: ReadonlySet<string> = new Set([...parts, "repeat", "nullif"]);
const askingForCharacters: ReadonlySet<string> = new Set([
	...parts,
	"char_length",
	"character_length",
	"ord",
	"convert",
]);

/** Distributes the call over its alternatives; undefined: the charset is that of the type. */
export function callBySourceCharset(
	{ definition, type, nullable, coercibility }: BoundCall,
	operands: readonly BoundExpression[],
	call: Caller,
): BoundExpression | undefined {
	const fork = askingForCharacters.has(definition.name) ? forkIn(operands[0]!, call) : undefined;
	if (fork === undefined) {
		return undefined;
	}
	const asked = conditionalBranchBehind({ definition, operands }, 0, fork, call);
	const chosen = asked.choose(asked.alternatives);
	// The result is binary again, with the length MySQL reports.
	return chosen.kind === "call" ? { ...chosen, type, nullable, coercibility } : chosen;
}

/** Alternatives of a binary-typed expression, if one of them is text. */
function forkIn(bound: BoundExpression, call: Caller): ConditionalBranch | undefined {
	const behind = familyOf(bound.type) === "bytes" ? callBehind(bound) : undefined;
	if (behind === undefined) {
		return undefined;
	}
	if (choosing.has(behind.definition.name)) {
		const fork = conditionalBranch(behind, call);
		return fork?.alternatives.some((alternative) => isText(alternative) || forkIn(alternative, call) !== undefined) ===
			true
			? fork
			: undefined;
	}
	if (behind.definition.name === "make_set") {
		return forkOfSet(behind, call);
	}
	const handed = handingOn.has(behind.definition.name) ? forkIn(behind.operands[0]!, call) : undefined;
	return handed === undefined ? undefined : conditionalBranchBehind(behind, 0, handed, call);
}

/** MAKE_SET: an alternative for each text's charset; the first text in the set decides. */
function forkOfSet(set: BoundCall, call: Caller): ConditionalBranch | undefined {
	const [bits, ...texts] = set.operands as [BoundExpression, ...BoundExpression[]];
	if (set.operands.some(isVolatile) || !texts.some(isText)) {
		return undefined;
	}
	const named = (name: string, ...operands: BoundExpression[]): BoundExpression => call(functionNamed(name)!, operands);
	const isIn = (text: BoundExpression, at: number): BoundExpression =>
		named(
			"and",
			named("&", bits, boundConstant(canonical(1n << BigInt(at)), unsignedType)),
			named("not", named("is null", text)),
		);
	return {
		alternatives: [
			...texts.map((text) => call(takenAs(isText(text) ? text.type : binaryEncoding), [set])),
			call(takenAs(binaryEncoding), [set]),
		],
		choose: (others) =>
			named("case", ...texts.flatMap((text, at) => [isIn(text, at), others[at]!]), others[texts.length]!),
	};
}

/** Relabels bytes as text of a charset. */
function takenAs({ charset, collation }: Encoding): FunctionDefinition {
	return define("taken as", 1, 1, ([operand]) => ({
		type: textResult(textWidth(operand!.type), { charset, collation }),
		nullable: operand!.nullable,
		coercibility: 2,
		evaluate: (_evaluation, bytes) => bytes,
	}));
}

const isText = ({ type }: BoundExpression): boolean => ["text", "enum", "set"].includes(familyOf(type));
