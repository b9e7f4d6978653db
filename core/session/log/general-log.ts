/**
 * General query log: writes each command as it starts, where `general_log` is on.
 *
 * Texts have their passwords redacted; entries are laid out as MySQL's, but a prepared statement is logged with its
 * `?` instead of the values.
 *
 *     2019-03-28T12:00:00.250000Z     3 Connect   root@localhost on test using TCP/IP
 *     2019-03-28T12:00:00.250000Z     3 Query     select 1
 */
import type { ByteString } from "../../types/value/value.ts";
import { writeEntry } from "./log-file.ts";
import type { Server } from "../server/server.ts";

export function logCommand(id: number, command: "Connect" | "Query" | "Quit", text: ByteString, server: Server): void {
	if (server.globals.isLogged) {
		const time = `${new Date().toISOString().slice(0, -1)}000Z`;
		writeEntry("general_log_file", `${time}\t${String(id).padStart(5)} ${command}\t${text}\n`, server);
	}
}
