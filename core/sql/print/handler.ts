/**
 * Prints HANDLER statements.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { HandlerClose, HandlerOpen, HandlerRead } from "../tree/handler.ts";
import { printName, printTableName } from "./name.ts";
import { list, type Printer, words } from "./printer.ts";
import { printLimit } from "./query.ts";

export function printHandlerOpen({ table }: HandlerOpen): ByteString {
	return words("HANDLER", printTableName(table), "OPEN", table.alias !== undefined && `AS ${printName(table.alias)}`);
}

export function printHandlerClose({ name }: HandlerClose): ByteString {
	return `HANDLER ${printName(name)} CLOSE`;
}

export function printHandlerRead(printer: Printer, { name, index, wanted, where, limit }: HandlerRead): ByteString {
	const which =
		typeof wanted === "string"
			? wanted.toUpperCase()
			: `${wanted.comparison} (${list(wanted.values, (one) => printer.expression(one))})`;
	return words(
		"HANDLER",
		printName(name),
		"READ",
		index !== undefined && printName(index),
		which,
		where !== undefined && `WHERE ${printer.expression(where)}`,
		printLimit(printer, limit),
	);
}
