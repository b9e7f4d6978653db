/**
 * Asks a statement of a server or of a kernel in the process: rows of text cells, NULL as `NULL`.
 */
import type { Connection, RowDataPacket } from "mysql2/promise";
import type { Session } from "../../../core/session/api/session.ts";
import { answerOf } from "../../memory-kernel.ts";

export type Cells = readonly string[];

/** Throws the error of the statement. */
export type Ask = (sql: string) => Promise<readonly Cells[]>;

/** @param connection returns rows as arrays */
export function askConnection(connection: Connection): Ask {
	return async (sql) => {
		const [rows] = await connection.query<RowDataPacket[][]>(sql);
		return Array.isArray(rows)
			? (rows as unknown as unknown[][]).map((row) => row.map((cell) => (cell === null ? "NULL" : String(cell))))
			: [];
	};
}

export function askSession(session: Session): Ask {
	return async (sql) => {
		const answer = await answerOf(session, sql);
		if (answer.startsWith("ERROR ")) {
			throw new Error(answer);
		}
		return answer
			.split("\n")
			.slice(1)
			.map((line) => line.split("\t"));
	};
}
