/**
 * XPath functions of EXTRACTVALUE and UPDATEXML.
 *
 * | name                                             | result |
 * |--------------------------------------------------|--------|
 * | last, position, count, sum, string-length        | number |
 * | number, floor, ceiling, round                    | number |
 * | boolean, not, true, false, contains              | truth  |
 * | concat, substring                                | text   |
 *
 * Operands are evaluated before the call.
 */
import { roundHalfEven } from "../../types/numeric/integer.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { XmlNode } from "./document.ts";

/** The value of an XPath expression. */
export type PathAnswer = readonly XmlNode[] | number | boolean | ByteString;

/** Conversions between types of XPath values. */
export interface PathReading {
	text(answer: PathAnswer): ByteString;
	number(answer: PathAnswer): number;
	truth(answer: PathAnswer): boolean;
	/** True if the first text contains the second. */
	has(text: ByteString, part: ByteString): boolean;
	/** Returns `count` characters from position `start`, from 1. */
	cut(text: ByteString, start: number, count: number): ByteString;
	characters(text: ByteString): number;
	/** Returns the text nodes directly below a node. */
	own(node: XmlNode): readonly ByteString[];
}

export interface PathPlace {
	readonly node: XmlNode;
	readonly position: number;
	readonly size: number;
}

interface PathFunction {
	readonly arity: readonly [least: number, most: number];
	evaluate(reading: PathReading, place: PathPlace, operands: readonly PathAnswer[]): PathAnswer;
}

const nodesOf = (answer: PathAnswer | undefined): readonly XmlNode[] => (Array.isArray(answer) ? answer : []);

const ofNumber = (compute: (value: number) => number): PathFunction => ({
	arity: [1, 1],
	evaluate: (reading, _place, [a]) => compute(reading.number(a!)),
});

const functions: ReadonlyMap<string, PathFunction> = new Map<string, PathFunction>([
	["last", { arity: [0, 0], evaluate: (_reading, place) => place.size }],
	["position", { arity: [0, 0], evaluate: (_reading, place) => place.position }],
	["count", { arity: [1, 1], evaluate: (_reading, _place, [a]) => nodesOf(a).length }],
	[
		"sum",
		{
			arity: [1, 1],
			evaluate: (reading, _place, [a]) =>
				nodesOf(a)
					.flatMap((node) => reading.own(node))
					.reduce((sum, text) => sum + reading.number(text), 0),
		},
	],
	[
		"string-length",
		{ arity: [0, 1], evaluate: (reading, { node }, [a]) => reading.characters(reading.text(a ?? [node])) },
	],
	["number", { arity: [0, 1], evaluate: (reading, { node }, [a]) => reading.number(a ?? [node]) }],
	["floor", ofNumber(Math.floor)],
	["ceiling", ofNumber(Math.ceil)],
	["round", ofNumber(roundHalfEven)],
	["boolean", { arity: [1, 1], evaluate: (reading, _place, [a]) => reading.truth(a!) }],
	["not", { arity: [1, 1], evaluate: (reading, _place, [a]) => !reading.truth(a!) }],
	["true", { arity: [0, 0], evaluate: () => true }],
	["false", { arity: [0, 0], evaluate: () => false }],
	[
		"contains",
		{ arity: [2, 2], evaluate: (reading, _place, [a, b]) => reading.has(reading.text(a!), reading.text(b!)) },
	],
	// Further operands are parsed and ignored, as in MySQL.
	["concat", { arity: [2, 255], evaluate: (reading, _place, [a, b]) => reading.text(a!) + reading.text(b!) }],
	[
		"substring",
		{
			arity: [2, 3],
			evaluate: (reading, _place, [a, b, c]) =>
				reading.cut(
					reading.text(a!),
					reading.number(b!),
					c === undefined ? Number.POSITIVE_INFINITY : reading.number(c),
				),
		},
	],
]);

export function pathFunctionArity(name: string): PathFunction["arity"] | undefined {
	return functions.get(name)?.arity;
}

export function callPathFunction(
	name: string,
	reading: PathReading,
	place: PathPlace,
	operands: readonly PathAnswer[],
): PathAnswer {
	return functions.get(name)!.evaluate(reading, place, operands);
}
