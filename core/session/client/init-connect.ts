/**
 * `init_connect`: runs statements at the start of every session without SUPER.
 *
 * Error 1184 where one of them fails, which ends the login.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import { SqlError, sqlError } from "../../errors/catalogue.ts";
import { encodeText } from "../../types/value/value.ts";
import type { ClientSession } from "./client-session.ts";
import { CollectingSink } from "../api/collecting-sink.ts";
import type { SessionOptions } from "../api/session.ts";

const superuser = privilegeBit("SUPER");

export async function runInitConnect(
	session: ClientSession,
	{ user, host, database = "" }: SessionOptions,
): Promise<void> {
	const text = String(session.server.globals.read("init_connect") ?? "");
	if (text === "" || session.rights?.has(superuser) !== false) {
		return;
	}
	const { multiStatements } = session;
	const sink = new CollectingSink();
	session.multiStatements = true;
	try {
		await session.execute(text, sink);
		sink.answer();
	} catch (failure) {
		throw failure instanceof SqlError
			? sqlError(
					"abortingConnection",
					session.id,
					encodeText(database),
					encodeText(user),
					encodeText(host),
					"init_connect command failed",
				)
			: failure;
	} finally {
		session.multiStatements = multiStatements;
	}
}
