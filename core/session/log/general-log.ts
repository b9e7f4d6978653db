/**
 * The general query log: whatever clients send, as it begins, where `general_log` is on.
 *
 * In: commands and texts without passwords. Out: entries of the file, as MySQL writes them; but for parameters, a
 * statement that was prepared is written as it was prepared.
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
