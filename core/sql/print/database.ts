/**
 * Prints CREATE, ALTER and DROP DATABASE.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { AlterDatabase, CreateDatabase, DropDatabase } from "../tree/database.ts";
import { printCharset, printName } from "./name.ts";
import { words } from "./printer.ts";

export function printCreateDatabase(node: CreateDatabase): ByteString {
	return words("CREATE DATABASE", node.ifNotExists && "IF NOT EXISTS", printName(node.name), clauses(node));
}

export function printAlterDatabase(node: AlterDatabase): ByteString {
	return words("ALTER DATABASE", node.name !== undefined && printName(node.name), clauses(node));
}

function clauses(node: CreateDatabase | AlterDatabase): ByteString {
	return words(
		node.formerCharset !== undefined && `CHARACTER SET ${printCharset(node.formerCharset)}`,
		node.charset !== undefined && `CHARACTER SET ${printCharset(node.charset)}`,
		node.collation !== undefined && `COLLATE ${printCharset(node.collation)}`,
	);
}

export function printDropDatabase(node: DropDatabase): ByteString {
	return words("DROP DATABASE", node.ifExists && "IF EXISTS", printName(node.name));
}
