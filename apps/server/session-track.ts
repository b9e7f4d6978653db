/**
 * Session changes in an OK packet, for clients that asked for them (CLIENT_SESSION_TRACK).
 *
 *     behind the info of an OK, if its status has SESSION_STATE_CHANGED: length (lenenc) of all, then for each change
 *       00 | length (lenenc) | variable's name | its value         (lenenc strings)
 *       01 | length (lenenc) | default database
 *
 * In: the session, looked at whenever a statement is done. Out: the changes since it was looked at before. Clients
 * follow the charset with it: what they send after SET NAMES must be in the new one.
 */
import type { ByteString, Session } from "../../core/index.ts";
import { PacketWriter } from "./encode.ts";
import { nameEncoder } from "./metadata-text.ts";

const variableChange = 0;
const databaseChange = 1;

export class SessionTracker {
	readonly #session: Session;
	readonly #asked: boolean;
	#clientCharset: string;
	#resultsCharset: string | null;

	constructor(session: Session, asked: boolean) {
		this.#session = session;
		this.#asked = asked;
		// Clients that did not ask for it are spared the look at the settings.
		this.#clientCharset = asked ? session.clientCharset : "";
		this.#resultsCharset = asked ? session.resultsCharset : null;
	}

	/** `database`: the new default database, if it is new. Empty: nothing changed. */
	changes(database: string | undefined): ByteString {
		if (!this.#asked) {
			return "";
		}
		const { clientCharset, resultsCharset } = this.#session;
		if (database === undefined && clientCharset === this.#clientCharset && resultsCharset === this.#resultsCharset) {
			return "";
		}
		const writer = new PacketWriter();
		if (clientCharset !== this.#clientCharset) {
			writeChange(writer, variableChange, "character_set_client", clientCharset);
			this.#clientCharset = clientCharset;
		}
		if (resultsCharset !== this.#resultsCharset) {
			writeChange(writer, variableChange, "character_set_results", resultsCharset ?? "");
			this.#resultsCharset = resultsCharset;
		}
		if (database !== undefined) {
			writeChange(writer, databaseChange, nameEncoder(resultsCharset)(database));
		}
		return writer.view().toString("latin1");
	}
}

function writeChange(writer: PacketWriter, kind: number, ...strings: readonly ByteString[]): void {
	const data = new PacketWriter();
	for (const string of strings) {
		data.lenencBytes(string);
	}
	writer.uint8(kind);
	writer.lenencInteger(data.length);
	writer.buffer(data.view());
}
