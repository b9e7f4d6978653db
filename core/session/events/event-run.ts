/**
 * Run of an event: its body in a session of its definer, with the settings it was made under.
 *
 * Errors go to the log in MySQL's words; they harm nothing else.
 */
import type { EventOfDatabase } from "../../catalog/event.ts";
import { privilegeBit } from "../../catalog/privilege.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { decodeText, encodeText } from "../../types/value/value.ts";
import { ClientSession } from "../client/client-session.ts";
import { asSqlError } from "../client/internal-failure.ts";
import { databaseRefused } from "../privileges/check.ts";
import { SessionRights } from "../privileges/session-rights.ts";
import type { Server } from "../server/server.ts";

const event = privilegeBit("EVENT");

/** `opened` is called with the session, which is closed at the end. */
export async function runEvent(
	what: EventOfDatabase,
	server: Server,
	opened: (session: ClientSession) => void,
): Promise<void> {
	const { definer } = what.record;
	const account = `[${definer.user}@${definer.host}]`;
	const name = `${what.database}.${what.record.name}`;
	const tell = (message: string): string => `Event Scheduler: ${account}[${name}] ${message}`;
	let session: ClientSession | undefined;
	try {
		session = await sessionOf(what, server);
		opened(session);
		await session.runEvent(what.database, what.record);
		for (const { level, message } of session.warnings.all) {
			if (level === "Warning") {
				server.log.warn(tell(decodeText(message)));
			}
		}
	} catch (failure) {
		server.log.error(tell(decodeText(asSqlError(failure, server.log).message)));
		server.log.warn(`Event Scheduler: ${account}.[${name}] event execution failed.`);
	} finally {
		session?.close();
	}
}

/** Throws 1449 for an unknown definer, 1044 for one without the privilege EVENT on the database. */
async function sessionOf({ database, record }: EventOfDatabase, server: Server): Promise<ClientSession> {
	const { user, host } = record.definer;
	await server.globals.refresh();
	await server.rights.refresh();
	const account = server.rights.account(user, host);
	if (account === undefined) {
		throw sqlError("noSuchUser", encodeText(user), encodeText(host));
	}
	const options = { user: account.user, accountHost: account.host, host: account.host };
	const session = new ClientSession(server, options, new SessionRights(server, options));
	const { rights } = session;
	if (rights !== undefined && (rights.onDatabase(database) & event) === 0) {
		session.close();
		throw databaseRefused(database, rights);
	}
	session.variables.assign("time_zone", encodeText(record.timeZone));
	return session;
}
