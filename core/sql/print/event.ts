/**
 * Prints CREATE EVENT and ALTER EVENT: bodies as they were written.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { EventClauses, EventSchedule, EventStatus } from "../tree/event.ts";
import type { AlterEvent, CreateEvent } from "../tree/statement.ts";
import { printAccount } from "./account.ts";
import { printTableName, printText } from "./name.ts";
import { type Printer, words } from "./printer.ts";

export function printCreateEvent(printer: Printer, node: CreateEvent): ByteString {
	const { definer, ifNotExists, name, bodyText } = node;
	return words(
		"CREATE",
		definer !== undefined && `DEFINER = ${printAccount(definer)}`,
		"EVENT",
		ifNotExists && "IF NOT EXISTS",
		printTableName(name),
		when(printer, node),
		others(node),
		`DO ${bodyText}`,
	);
}

export function printAlterEvent(printer: Printer, node: AlterEvent): ByteString {
	const { definer, name, to, body } = node;
	return words(
		"ALTER",
		definer !== undefined && `DEFINER = ${printAccount(definer)}`,
		`EVENT ${printTableName(name)}`,
		when(printer, node),
		to !== undefined && `RENAME TO ${printTableName(to)}`,
		others(node),
		body !== undefined && `DO ${body.bodyText}`,
	);
}

function when(printer: Printer, { schedule, preserve }: EventClauses): ByteString {
	return words(
		schedule !== undefined && `ON SCHEDULE ${printSchedule(printer, schedule)}`,
		preserve !== undefined && `ON COMPLETION ${preserve ? "PRESERVE" : "NOT PRESERVE"}`,
	);
}

function printSchedule(printer: Printer, schedule: EventSchedule): ByteString {
	if (schedule.kind === "at") {
		return `AT ${printer.expression(schedule.at)}`;
	}
	const { amount, unit, starts, ends } = schedule;
	return words(
		`EVERY ${printer.expression(amount)} ${unit.toUpperCase()}`,
		starts !== undefined && `STARTS ${printer.expression(starts)}`,
		ends !== undefined && `ENDS ${printer.expression(ends)}`,
	);
}

/** The words of the clause. */
export const eventStatusWords: Readonly<Record<EventStatus, string>> = {
	ENABLED: "ENABLE",
	DISABLED: "DISABLE",
	SLAVESIDE_DISABLED: "DISABLE ON SLAVE",
};

function others({ status, comment }: EventClauses): ByteString {
	return words(
		status !== undefined && eventStatusWords[status],
		comment !== undefined && `COMMENT ${printText(comment)}`,
	);
}
