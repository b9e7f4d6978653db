/**
 * Calls as text: plain ones, those with words between their arguments, and aggregates.
 *
 * In: a `FunctionCall` or `AggregateCall`. Out: SQL text. A name that the grammar would read otherwise stands
 * between backticks.
 */
import type { ByteString } from "../../types/value.ts";
import { argumentCounts } from "../argument-count.ts";
import { encodeString } from "../lex/string.ts";
import type { AggregateCall, Expression, FunctionCall, Word } from "../tree/expression.ts";
import { isPlain, printCharset, printName } from "./name.ts";
import { list, orderList, type Printer, words } from "./printer.ts";

/** Keywords that are read as a plain call with this many arguments. */
const callWords: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
	...argumentCounts,
	["adddate", [2, 2]],
	["char", [1, Infinity]],
	["curdate", [0, 0]],
	["current_user", [0, 0]],
	["curtime", [0, 1]],
	["now", [0, 1]],
	["subdate", [2, 2]],
	["substring", [2, 3]],
	["sysdate", [0, 1]],
	["trim", [1, 1]],
	["user", [0, 0]],
	["utc_date", [0, 0]],
	["utc_time", [0, 1]],
	["utc_timestamp", [0, 1]],
	["weight_string", [1, 1]],
]);

export function printCall(printer: Printer, node: FunctionCall): ByteString {
	const special = node.database === undefined ? specialCall(printer, node) : undefined;
	if (special !== undefined) {
		return special;
	}
	const items = list(node.arguments, (item) => argument(printer, item));
	const path = node.database === undefined ? callName(node) : `${printName(node.database)}.${printName(node.name)}`;
	return `${path}(${items})`;
}

/** Bare where the parser reads the word as this very call, else between backticks. */
function callName(node: FunctionCall): ByteString {
	const counts = callWords.get(node.name);
	const count = node.arguments.length;
	const reads = counts !== undefined && count >= counts[0] && count <= counts[1];
	return reads || isPlain(node.name) ? node.name : printName(node.name);
}

function argument(printer: Printer, item: Expression | Word): ByteString {
	return item.kind === "word" ? item.word : printer.expression(item);
}

/** Functions with words between their arguments; undefined for all others. */
function specialCall(printer: Printer, node: FunctionCall): ByteString | undefined {
	const [first, second] = node.arguments.map((item) => argument(printer, item));
	const last = node.arguments.at(-1);
	switch (node.name) {
		case "extract":
			return `extract(${first} FROM ${second})`;
		case "trim":
			return last?.kind === "word" ? `trim(${last.word.toUpperCase()} ${second} FROM ${first})` : undefined;
		case "char":
			return last?.kind === "word" ? characters(printer, node.arguments.slice(0, -1), last) : undefined;
		case "weight_string":
			return node.arguments.length > 1 ? weightString(printer, node) : undefined;
		case "date_add":
		case "date_sub":
			return node.arguments[1]?.kind === "interval" ? `${node.name}(${first}, ${second})` : undefined;
		case "get_format":
		case "timestampadd":
		case "timestampdiff":
			return node.arguments[0]?.kind === "word" ? `${node.name}(${list(node.arguments, (item) => argument(printer, item))})` : undefined;
		default:
			return undefined;
	}
}

function characters(printer: Printer, codes: FunctionCall["arguments"], charset: Word): ByteString {
	return `char(${list(codes, (item) => argument(printer, item))} USING ${printCharset(charset.word)})`;
}

/** `weight_string(a AS char(3) level 1)` */
function weightString(printer: Printer, node: FunctionCall): ByteString {
	const [text, ...rest] = node.arguments;
	const cut = rest.length > 1 ? `AS ${argument(printer, rest[0]!)}(${argument(printer, rest[1]!)})` : "";
	const levels = rest.length % 2 === 1 ? argument(printer, rest.at(-1)!) : "";
	return `weight_string(${words(argument(printer, text!), cut, levels)})`;
}

export function printAggregate(printer: Printer, node: AggregateCall): ByteString {
	if (node.arguments.length === 0) {
		return `${node.name}(*)`;
	}
	const inside = words(
		node.distinct && "DISTINCT",
		list(node.arguments, (item) => printer.expression(item)),
		node.order && `ORDER BY ${orderList(printer, node.order)}`,
		node.separator !== undefined && `SEPARATOR ${encodeString(node.separator)}`,
	);
	return `${node.name}(${inside})`;
}
