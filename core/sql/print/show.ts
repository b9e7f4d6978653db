/**
 * Prints the SHOW family.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { Show } from "../tree/show.ts";
import { printAccount } from "./account.ts";
import { printName, printTableName, printText } from "./name.ts";
import { type Printer, words } from "./printer.ts";
import { printLimit } from "./query.ts";

export function printShow(printer: Printer, node: Show): ByteString {
	return words("SHOW", node.full && "FULL", node.scope?.toUpperCase(), subject(printer, node));
}

function subject(printer: Printer, node: Show): ByteString {
	switch (node.subject) {
		case "create database":
			return words("CREATE DATABASE", node.ifNotExists && "IF NOT EXISTS", printName(node.database ?? ""));
		case "create user":
			return `CREATE USER ${node.account ? printAccount(node.account) : "CURRENT_USER"}`;
		case "count warnings":
		case "count errors":
			return `COUNT(*) ${node.subject.slice("count ".length).toUpperCase()}`;
		case "grants":
			return words("GRANTS", node.account && `FOR ${printAccount(node.account)}`);
		case "engine":
			return words("ENGINE", printText(node.name ?? ""), node.detail?.toUpperCase());
		case "profile":
			return words(
				"PROFILE",
				node.detail?.toUpperCase(),
				node.query !== undefined && `FOR QUERY ${node.query}`,
				printLimit(printer, node.limit),
			);
		case "binlog events":
		case "relaylog events":
			return words(
				node.subject.toUpperCase(),
				node.name !== undefined && `IN ${printText(node.name)}`,
				node.detail && `FROM ${node.detail}`,
				printLimit(printer, node.limit),
				channel(node),
			);
		case "slave status":
			return words("SLAVE STATUS", channel(node));
		default:
			return plainSubject(printer, node);
	}
}

function channel({ channel: name }: Show): ByteString {
	return name === undefined ? "" : `FOR CHANNEL ${printText(name)}`;
}

function plainSubject(printer: Printer, node: Show): ByteString {
	const isNamed = /^create |code$/.test(node.subject);
	return words(
		node.subject.toUpperCase(),
		node.table && (isNamed ? printTableName(node.table) : `FROM ${printTableName(node.table)}`),
		node.database !== undefined && `FROM ${printName(node.database)}`,
		node.like !== undefined && `LIKE ${printText(node.like)}`,
		node.where && `WHERE ${printer.expression(node.where)}`,
		printLimit(printer, node.limit),
	);
}
