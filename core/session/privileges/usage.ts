/**
 * Resource limits of accounts: queries, updates and connections an hour, connections at once; errors 1226, 1203.
 *
 * Counted in this process. An hour starts with an account's first use; FLUSH USER_RESOURCES restarts it.
 */
import { nowMs } from "../../async/timers.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText } from "../../types/value/value.ts";
import type { AccountRow, Limits } from "./grant-tables.ts";

const hourMs = 3600_000;

interface Used {
	sinceMs: number;
	questions: number;
	updates: number;
	connections: number;
	atOnce: number;
}

export class Usage {
	readonly #used = new Map<string, Used>();

	/**
	 * Counts a new connection. `ordinary`: `max_user_connections`, for accounts without a limit of their own; 0: none.
	 */
	connect(account: AccountRow, ordinary: number): UsageOfSession {
		const used = this.#of(account);
		const { limits, user } = account;
		if (limits.atOnce > 0 && used.atOnce >= limits.atOnce) {
			throw reached(user, "max_user_connections", limits.atOnce);
		}
		if (limits.atOnce === 0 && ordinary > 0 && used.atOnce >= ordinary) {
			throw sqlError("tooManyUserConnections", encodeText(user));
		}
		beginHour(used);
		if (limits.connections > 0 && used.connections >= limits.connections) {
			throw reached(user, "max_connections_per_hour", limits.connections);
		}
		used.connections++;
		used.atOnce++;
		return new UsageOfSession(used, limits, user);
	}

	/** FLUSH USER_RESOURCES */
	forget(): void {
		for (const used of this.#used.values()) {
			Object.assign(used, { sinceMs: nowMs(), questions: 0, updates: 0, connections: 0 });
		}
	}

	#of({ user, host }: AccountRow): Used {
		const key = `${user}@${host}`;
		const used = this.#used.get(key) ?? { sinceMs: nowMs(), questions: 0, updates: 0, connections: 0, atOnce: 0 };
		this.#used.set(key, used);
		return used;
	}
}

export class UsageOfSession {
	/** The account has limits on statements. */
	readonly isCounted: boolean;
	readonly #used: Used;
	readonly #limits: Limits;
	readonly #user: string;
	#isOver = false;

	constructor(used: Used, limits: Limits, user: string) {
		this.#used = used;
		this.#limits = limits;
		this.#user = user;
		this.isCounted = limits.questions > 0 || limits.updates > 0;
	}

	statement(isChange: boolean): void {
		const used = this.#used;
		const { questions, updates } = this.#limits;
		beginHour(used);
		if (questions > 0 && used.questions++ >= questions) {
			throw reached(this.#user, "max_questions", questions);
		}
		if (isChange && updates > 0 && used.updates++ >= updates) {
			throw reached(this.#user, "max_updates", updates);
		}
	}

	end(): void {
		if (!this.#isOver) {
			this.#isOver = true;
			this.#used.atOnce--;
		}
	}
}

function beginHour(used: Used): void {
	const now = nowMs();
	if (now - used.sinceMs >= hourMs) {
		Object.assign(used, { sinceMs: now, questions: 0, updates: 0, connections: 0 });
	}
}

function reached(user: string, resource: string, limit: number): Error {
	return sqlError("userLimitReached", encodeText(user), resource, limit);
}
