/**
 * Prints SET, with a scope for every system variable, since one would apply to those after it.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { SetAssignment, SetStatement } from "../tree/session.ts";
import { printAccount } from "./account.ts";
import { printCharset, printText, printUserVariable, printVariableName } from "./name.ts";
import { list, type Printer, words } from "./printer.ts";

export function printSet(printer: Printer, node: SetStatement): ByteString {
	return `SET ${list(node.assignments, (item) => assignment(printer, item))}`;
}

function assignment(printer: Printer, item: SetAssignment): ByteString {
	switch (item.target) {
		case "system": {
			const value = item.value === undefined ? "DEFAULT" : printer.expression(item.value);
			return `${item.scope.toUpperCase()} ${printVariableName(item.name)} = ${value}`;
		}
		case "user":
			return `${printUserVariable(item.name)} = ${printer.expression(item.value)}`;
		case "names":
			return words(
				"NAMES",
				charset(item.charset),
				item.collation !== undefined && `COLLATE ${printCharset(item.collation)}`,
			);
		case "charset":
			return `CHARACTER SET ${charset(item.charset)}`;
		case "password":
			return words("PASSWORD", item.account && `FOR ${printAccount(item.account)}`, "=", printText(item.password));
	}
}

function charset(name: string | undefined): ByteString {
	return name === undefined ? "DEFAULT" : printCharset(name);
}
