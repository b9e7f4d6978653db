/**
 * Prints table options.
 */
import type { ByteString } from "../../types/value/value.ts";
import { encodeText } from "../../types/value/value.ts";
import { inertTableOptions } from "../inert-table-option.ts";
import type { TableOption } from "../tree/table.ts";
import { printCharset, printName, printText } from "./name.ts";

export function printTableOption(node: TableOption): ByteString {
	switch (node.option) {
		case "charset":
			return `DEFAULT CHARACTER SET=${printCharset(node.value)}`;
		case "collate":
			return `COLLATE=${printCharset(node.value)}`;
		case "engine":
			return `ENGINE=${printName(node.value)}`;
		case "auto-increment":
			return `AUTO_INCREMENT=${node.value}`;
		case "comment":
			return `COMMENT=${printText(node.value)}`;
		case "other":
			return `${node.name.toUpperCase()}=${otherValue(node.name, node.value)}`;
	}
}

function otherValue(name: string, value: string): ByteString {
	if (name === "union") {
		return `(${encodeText(value)})`;
	}
	switch (inertTableOptions.get(name)) {
		case "string":
			return printText(value);
		case "word":
			return value === "default" ? value : printName(value);
		default:
			return value;
	}
}
