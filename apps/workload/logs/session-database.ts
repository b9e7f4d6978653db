/**
 * Databases of a log's sessions, where each entry says in which one its statement ran, or none does.
 */
import type { ByteString } from "../../../core/index.ts";
import type { Place } from "../place.ts";
import type { StatementList } from "../statement-list.ts";

const use = /^\s*use\s+(?:`((?:[^`]|``)*)`|(\S+?))\s*;?\s*$/i;

export class SessionDatabases {
	readonly #list: StatementList;
	/** Of open sessions; empty: not known. */
	readonly #databases = new Map<string, ByteString>();
	readonly #named = new Set<ByteString>();
	/** Sessions that began to speak without a database. */
	#lost = 0;

	constructor(list: StatementList) {
		this.#list = list;
	}

	/** A session is about to send a statement, in a database if the log says so. */
	speak(session: string, place: Place, text: ByteString, database: ByteString | undefined): void {
		const known = this.#databases.get(session);
		const [, quoted, bare] = use.exec(text) ?? [];
		const next = quoted?.replaceAll("``", "`") ?? bare;
		if (database !== undefined && database !== known) {
			this.#list.use(session, place, database);
		} else if (known === undefined && database === undefined && next === undefined) {
			this.#lost++;
		}
		const now = next ?? database ?? known ?? "";
		this.#databases.set(session, now);
		if (now !== "") {
			this.#named.add(now);
		}
	}

	quit(session: string, place: Place): void {
		if (this.#databases.delete(session)) {
			this.#list.quit(session, place);
		}
	}

	quitAll(place: Place): void {
		for (const session of [...this.#databases.keys()]) {
			this.quit(session, place);
		}
	}

	/** Notes how many sessions are without a database. */
	end(): void {
		if (this.#lost > 0) {
			this.#list.lacksDatabase(this.#lost, this.#named);
		}
	}
}
