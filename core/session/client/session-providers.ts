/**
 * Implementation of `Providers` for one session: the data outside the catalog that SHOW and information_schema list.
 */
import type {
	AccountFacts,
	EngineFacts,
	EventPlace,
	NamedValue,
	ProcessFacts,
	Providers,
	Sight,
	StatementEventFacts,
	StatementSummary,
	TableStatistics,
} from "../../catalog/information-schema/providers.ts";
import type { SetupChange, SetupName, SetupRow } from "../../catalog/performance-schema/setup-state.ts";
import { privilegeBit } from "../../catalog/privilege.ts";
import type { Index, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import { splitAccount } from "../../exec/current-account.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Warning } from "../../types/evaluation/evaluation.ts";
import { type ByteString, decodeText, encodeText } from "../../types/value/value.ts";
import { accountFacts } from "../account/account-facts.ts";
import type { AccountRow } from "../privileges/grant-tables.ts";
import type { SessionContext } from "../api/session-context.ts";
import { engineFacts } from "../status/engine-facts.ts";
import { CatalogVisibility } from "../privileges/catalog-visibility.ts";
import { serverStatus } from "../status/server-status.ts";
import { tableSize } from "../status/table-size.ts";
import type { WarningList } from "./warning-list.ts";

const [process, select] = [privilegeBit("PROCESS"), privilegeBit("SELECT")];

/** Visibility of internal sessions. */
const everything: Sight = {
	schema: (schema) => schema,
	seesDatabase: () => true,
	seesColumn: () => true,
	seesRoutine: () => true,
	readsRoutine: () => true,
	seesTriggers: () => true,
	seesEvents: () => true,
	readsView: () => true,
	columnPrivileges: () => "select,insert,update,references",
};

export class SessionProviders implements Providers {
	readonly #conversation: SessionContext;
	readonly #warnings: WarningList;
	/** Status variables of the connection, from the app. */
	readonly #transport: Readonly<Record<string, string>>;

	constructor(conversation: SessionContext, warnings: WarningList, transport: Readonly<Record<string, string>> = {}) {
		this.#transport = transport;
		this.#conversation = conversation;
		this.#warnings = warnings;
	}

	variables(scope: "session" | "global", isAsked?: (name: string) => boolean): readonly NamedValue[] {
		return this.#conversation.variables.list(scope, isAsked);
	}

	status(scope: "session" | "global"): readonly NamedValue[] {
		const { server, facts } = this.#conversation;
		const own = scope === "session" ? server.processes.statusOf(facts.connectionId) : undefined;
		return serverStatus(server, own, this.#transport);
	}

	statements(): MaybePromise<readonly StatementSummary[]> {
		return this.#conversation.server.tallies.summaries();
	}

	forgetStatements(): void {
		this.#conversation.server.tallies.forget();
	}

	*statementEvents(place: EventPlace): Generator<StatementEventFacts, void> {
		const { processes, watch } = this.#conversation.server;
		const histories = place === "history" ? [...processes.here()].map(({ watched }) => watched?.history) : [watch.all];
		for (const history of histories) {
			yield* history?.facts() ?? [];
		}
	}

	forgetEvents(place: EventPlace | "current"): void {
		const { processes, watch } = this.#conversation.server;
		if (place === "history_long") {
			watch.all.clear();
			return;
		}
		for (const { watched } of processes.here()) {
			if (watched !== undefined) {
				place === "history" ? watched.history.clear() : (watched.current = undefined);
			}
		}
	}

	setup(table: SetupName): readonly SetupRow[] {
		return this.#conversation.server.watch.setup.rows(table);
	}

	changeSetup(change: SetupChange): MaybePromise<void> {
		const { watch, company } = this.#conversation.server;
		watch.setup.learn(change);
		return company.size === 1 ? undefined : company.tellSetup(change);
	}

	watchThread(id: number, isWatched: boolean | undefined, isKept: boolean | undefined): void {
		const watched = [...this.#conversation.server.processes.here()].find((process) => process.id === id)?.watched;
		if (watched !== undefined) {
			watched.isWatched = isWatched ?? watched.isWatched;
			watched.isKept = isKept ?? watched.isKept;
		}
	}

	get user(): ByteString {
		return encodeText(splitAccount(this.#conversation.facts.user)[0]);
	}

	/** Returns all connections; without PROCESS only the account's own. */
	processes(): MaybePromise<readonly ProcessFacts[]> {
		const { server, rights } = this.#conversation;
		const own = this.user;
		return after(server.processes.all(), (all) =>
			rights === undefined || rights.has(process) ? all : all.filter(({ user }) => user === own),
		);
	}

	/** Throws 1227 without PROCESS, since it shows other sessions' statements. */
	engine(): EngineFacts {
		const { server, rights } = this.#conversation;
		if (rights !== undefined && !rights.has(process)) {
			throw sqlError("specificAccessDenied", "PROCESS");
		}
		return engineFacts(server);
	}

	warnings(): readonly Warning[] {
		return this.#warnings.all;
	}

	*accounts(): Iterable<AccountFacts> {
		const { grants } = this.#conversation.server.rights;
		yield* accountFacts(
			[...grants.accounts()].filter((each) => this.#sees(each)),
			grants,
		);
	}

	account(user: ByteString, host: ByteString): AccountFacts | undefined {
		const { rights } = this.#conversation.server;
		const found = rights.account(decodeText(user), decodeText(host));
		return found === undefined || !this.#sees(found) ? undefined : [...accountFacts([found], rights.grants)][0];
	}

	/** All accounts, or only the own one where the grant tables may not be read. */
	#sees({ user, host }: Pick<AccountRow, "user" | "host">): boolean {
		const { rights, account } = this.#conversation;
		return (
			rights === undefined ||
			(rights.onDatabase("mysql") & select) !== 0 ||
			(user === account.user && host === account.host)
		);
	}

	sight(): Sight {
		const { rights } = this.#conversation;
		return rights === undefined ? everything : new CatalogVisibility(rights);
	}

	statistics(table: Table): MaybePromise<TableStatistics> {
		const { server } = this.#conversation;
		return after(tableSize(table, server.store), (size) =>
			after(table.autoIncrementColumn === undefined ? null : server.autoIncrement.peek(table), (next) => ({
				...size,
				autoIncrement: next === null || next === 1 ? null : next,
			})),
		);
	}

	surveyedMs(table: Table, index: Index): number | undefined {
		return this.#conversation.server.statistics.known(table, index)?.madeMs;
	}

	distinct(table: Table, index: Index, looks: boolean): readonly number[] | undefined {
		const { statistics } = this.#conversation.server;
		return (looks ? statistics.index(table, index) : statistics.known(table, index))?.distinct;
	}
}
