/**
 * Statements that MySQL has and this server has not: reports their names (loadable functions, replication).
 */
import { sqlError } from "../../errors/catalogue.ts";
import { objectAhead } from "./cursor/account-name.ts";
import type { Cursor } from "./cursor/cursor.ts";
import { isDroppable } from "./ddl/program.ts";

const phrases: readonly (readonly [string, ...string[]])[] = [
	["install", "plugin"],
	["uninstall", "plugin"],
	["change", "master"],
	["change", "replication"],
	["stop", "slave"],
	["stop", "group_replication"],
	["binlog"],
];

const programs = [
	"trigger",
	"procedure",
	"function",
	"event",
	"server",
	"tablespace",
	"logfile",
	"aggregate",
	"instance",
];

export function refuseUnsupported(cursor: Cursor): void {
	const verb = cursor.word;
	if (verb === "create" || verb === "alter" || verb === "drop") {
		const thing = cursor.wordAhead(objectAhead(cursor));
		if (programs.includes(thing) && !(verb === "drop" && isDroppable(thing))) {
			const name = thing === "aggregate" ? "function" : thing;
			throw sqlError("notSupportedYet", `${verb} ${name}`.toUpperCase());
		}
		return;
	}
	const phrase = phrases.find((words) => cursor.isPhrase(...words));
	if (phrase !== undefined) {
		throw sqlError("notSupportedYet", phrase.join(" ").toUpperCase());
	}
}
