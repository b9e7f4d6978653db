/**
 * Prints calls: plain ones, those with keywords among their arguments, and aggregates.
 *
 * Names that the grammar would read otherwise are quoted.
 */
import type { ByteString } from "../../types/value/value.ts";
import { argumentCounts } from "../argument-count.ts";
import { encodeString } from "../lex/string.ts";
import type { AggregateCall, Expression, FunctionCall, Word } from "../tree/expression.ts";
import { isPlain, printCharset, printName } from "./name.ts";
import { list, orderList, type Printer, words } from "./printer.ts";

/** Keywords that read as a plain call with this many arguments. */
const callWords: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
	...argumentCounts,
	["adddate", [2, 2]],
	["char", [1, Infinity]],
	["curdate", [0, 0]],
	["current_user", [0, 0]],
	["subdate", [2, 2]],
	["substring", [2, 3]],
	["trim", [1, 1]],
	["user", [0, 0]],
	["utc_date", [0, 0]],
	["weight_string", [1, 1]],
]);

/** Keywords that read as a call with empty parentheses or fractional digits. */
const clockWords = new Set(["curtime", "now", "sysdate", "utc_time", "utc_timestamp"]);

export function printCall(printer: Printer, node: FunctionCall): ByteString {
	const special = node.database === undefined ? specialCall(printer, node) : undefined;
	if (special !== undefined) {
		return special;
	}
	const items = list(node.arguments, (item) => argument(printer, item));
	const path = node.database === undefined ? callName(node) : `${printName(node.database)}.${printName(node.name)}`;
	return `${path}(${items})`;
}

/** Unquoted if the parser reads the word as this call, else in backticks. */
function callName(node: FunctionCall): ByteString {
	const isRead = clockWords.has(node.name) ? isClockCall(node) : isCounted(node);
	return isRead || isPlain(node.name) ? node.name : printName(node.name);
}

function isCounted({ name, arguments: { length } }: FunctionCall): boolean {
	const counts = callWords.get(name);
	return counts !== undefined && length >= counts[0] && length <= counts[1];
}

function isClockCall({ arguments: items }: FunctionCall): boolean {
	const [digits] = items;
	return items.length === 0 || (items.length === 1 && digits?.kind === "literal" && digits.type === "integer");
}

function argument(printer: Printer, item: Expression | Word): ByteString {
	return item.kind === "word" ? item.word : printer.expression(item);
}

/** Functions with keywords among their arguments; undefined for others. */
function specialCall(printer: Printer, node: FunctionCall): ByteString | undefined {
	const print = (at: number): ByteString => argument(printer, node.arguments[at]!);
	const last = node.arguments.at(-1);
	switch (node.name) {
		case "extract":
			return `extract(${print(0)} FROM ${print(1)})`;
		case "trim":
			return last?.kind === "word" ? `trim(${last.word.toUpperCase()} ${print(1)} FROM ${print(0)})` : undefined;
		case "char":
			return last?.kind === "word" ? characters(printer, node.arguments.slice(0, -1), last) : undefined;
		case "weight_string":
			return node.arguments.length > 1 ? weightString(printer, node) : undefined;
		case "date_add":
		case "date_sub":
			return node.arguments[1]?.kind === "interval" ? bareCall(printer, node) : undefined;
		case "get_format":
		case "timestampadd":
		case "timestampdiff":
			return node.arguments[0]?.kind === "word" ? bareCall(printer, node) : undefined;
		default:
			return undefined;
	}
}

function bareCall(printer: Printer, node: FunctionCall): ByteString {
	return `${node.name}(${list(node.arguments, (item) => argument(printer, item))})`;
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
