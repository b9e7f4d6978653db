/**
 * Rights of one session: the account's current privileges, its expired password and its limits.
 *
 * Error 1820 while the password has expired, 1226 where a limit is reached. Global privileges are those of the login;
 * all others take effect as soon as they are granted.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { Integer } from "../../types/value/value.ts";
import { isDefinitionKind } from "../kinds/definition-kind.ts";
import type { Server } from "../server/server.ts";
import type { SessionOptions } from "../api/session.ts";
import { isWriteKind } from "../kinds/data-kind.ts";
import type { AccountRights, Actor } from "./account-rights.ts";
import type { AccountRow } from "./grant-tables.ts";
import type { ServerRights } from "./server-rights.ts";
import type { UsageOfSession } from "./usage.ts";

const dayMicroseconds = 86_400_000_000;

/** Statements that may replace an expired password. */
const renewing: ReadonlySet<Statement["kind"]> = new Set(["set", "alter-user"]);

export class SessionRights {
	readonly #server: ServerRights;
	readonly #actor: Actor;
	readonly #global: number;
	readonly #usage: UsageOfSession | undefined;
	#isExpired: boolean;
	/** Statements are counted, or the password has expired: `begin` must be called for each. */
	isWatched: boolean;

	constructor(server: Server, options: SessionOptions) {
		const account = server.rights.account(options.user, options.accountHost);
		this.#server = server.rights;
		this.#actor = {
			user: options.user,
			accountHost: options.accountHost,
			host: options.host,
			usesPassword: options.usesPassword ?? false,
		};
		this.#global = account?.privileges ?? 0;
		this.#isExpired = account !== undefined && isExpired(account, server);
		if (
			this.#isExpired &&
			options.handlesExpiry !== true &&
			server.globals.read("disconnect_on_expired_password") !== 0
		) {
			throw sqlError("mustChangePasswordLogin");
		}
		this.#usage = account && server.usage.connect(account, Number(server.globals.read("max_user_connections")));
		this.isWatched = this.#isExpired || this.#usage?.isCounted === true;
	}

	/** Rights by the grants as they are now. */
	current(): AccountRights {
		return this.#server.of(this.#actor, this.#global);
	}

	/** Checks and counts a statement; needed where `isWatched`. */
	begin(statement: Statement): void {
		if (this.#usage?.isCounted === true) {
			this.#usage.statement(isWriteKind(statement.kind) || isDefinitionKind(statement.kind));
		}
		if (this.#isExpired && !renewing.has(statement.kind)) {
			throw sqlError("mustChangePassword");
		}
	}

	passwordChanged(): void {
		this.#isExpired = false;
		this.isWatched = this.#usage?.isCounted === true;
	}

	/** Closes the connection's usage. */
	end(): void {
		this.#usage?.end();
	}
}

function isExpired(
	{ isExpired: was, passwordChanged, passwordLifetime }: AccountRow,
	{ globals, clock }: Server,
): boolean {
	const days = Number(passwordLifetime ?? (globals.read("default_password_lifetime") as Integer));
	return was || (days > 0 && passwordChanged > 0 && clock() > passwordChanged + days * dayMicroseconds);
}
