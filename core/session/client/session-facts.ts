/**
 * Session state that functions and variables read (DATABASE(), USER(), LAST_INSERT_ID(), @a, @@b).
 */
import type { SessionLookup } from "../../plan/tree/planning.ts";
import type { MemorySource } from "../../exec/spill/memory-pool.ts";
import type { RandomNumbers } from "../../types/evaluation/random.ts";
import type { SeededChance } from "../../types/evaluation/seeded-chance.ts";
import type {
	HandledCondition,
	LocalVariables,
	SessionFacts,
	SessionWaits,
	StoredPrograms,
	TypedValue,
} from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { ByteString, Integer } from "../../types/value/value.ts";
import type { SessionVariables } from "./session-variables.ts";
import { UserVariables } from "./user-variables.ts";
import type { LiveState } from "../variables/live.ts";
import type { WarningList } from "./warning-list.ts";

interface SessionIdentity {
	readonly proxyUser?: string | undefined;
	readonly connectionId: number;
	readonly user: string;
	readonly currentUser: string;
	readonly version: string;
	readonly inForce: string;
	readonly bytesAreText: boolean;
	readonly seeded: SeededChance | undefined;
}

export class FactsOfSession implements SessionFacts, SessionLookup, LiveState {
	readonly connectionId: number;
	readonly user: string;
	/** The definer's, while a stored program of another account runs. */
	currentUser: string;
	readonly version: string;
	readonly inForce: string;
	readonly proxyUser: string | undefined;
	readonly bytesAreText: boolean;
	readonly seeded: SeededChance | undefined;
	readonly clock: () => number;
	locals: LocalVariables | undefined;
	programs: StoredPrograms | undefined;
	handled: HandledCondition | undefined;
	database: string | null = null;
	rowCount: Integer = 0;
	foundRows: Integer = 0;
	/** The text of the last OK packet. */
	info: ByteString = "";
	fixedMicroseconds: number | undefined;
	chance: RandomNumbers | undefined;
	/** Of the statement before the running one: reading the count does not clear it. */
	warningCount = 0;
	errorCount = 0;
	/** Assigned once the session is assembled. */
	variables!: SessionVariables;
	waits!: SessionWaits;
	readonly #userVariables: UserVariables;
	#lastInsertId: Integer = 0;
	/** The last generated id, until a later statement has read it (`sql_auto_is_null`). */
	#newId: Integer | null = null;
	#newIdIsTaken = false;
	/** LAST_INSERT_ID(n) ran in this statement: the OK packet reports n. */
	lastInsertIdWasGiven = false;

	/** `clock`: microseconds since 1970 UTC; `memory`: for the values of user variables. */
	constructor(identity: SessionIdentity, clock: () => number, memory: MemorySource) {
		this.#userVariables = new UserVariables(memory);
		this.connectionId = identity.connectionId;
		this.user = identity.user;
		this.currentUser = identity.currentUser;
		this.version = identity.version;
		this.inForce = identity.inForce;
		this.proxyUser = identity.proxyUser;
		this.bytesAreText = identity.bytesAreText;
		this.seeded = identity.seeded;
		this.clock = clock;
	}

	get lastInsertId(): Integer {
		return this.#lastInsertId;
	}

	set lastInsertId(id: Integer) {
		this.#lastInsertId = id;
		this.lastInsertIdWasGiven = true;
	}

	/** Records a generated id. */
	generated(id: Integer): void {
		this.#lastInsertId = id;
		this.#newId = id;
		this.#newIdIsTaken = false;
	}

	takeNewId(): Integer | null {
		this.#newIdIsTaken = true;
		return this.#newId;
	}

	/** Keeps ids and counts: those of a stored function or trigger are not its caller's. Returns how to restore them. */
	keepIds(): () => void {
		const { rowCount, foundRows, info, lastInsertIdWasGiven } = this;
		const id = this.#lastInsertId;
		const newId = this.#newId;
		const isTaken = this.#newIdIsTaken;
		return () => {
			Object.assign(this, { rowCount, foundRows, info, lastInsertIdWasGiven });
			this.#lastInsertId = id;
			this.#newId = newId;
			this.#newIdIsTaken = isTaken;
		};
	}

	/** An expression of a stored program leaves ROW_COUNT() and FOUND_ROWS() as they were. Returns how to undo. */
	keepCounts(): () => void {
		const { rowCount, foundRows, info } = this;
		return () => {
			Object.assign(this, { rowCount, foundRows, info });
		};
	}

	get connectionCharset(): string {
		return this.variables.value("character_set_connection") as string;
	}

	get connectionCollation(): string {
		return this.variables.value("collation_connection") as string;
	}

	nowMicroseconds(): number {
		return this.fixedMicroseconds ?? this.clock();
	}

	userVariable(name: string): TypedValue | undefined {
		return this.#userVariables.get(name);
	}

	setUserVariable(name: string, value: TypedValue): void {
		this.#userVariables.set(name, value);
	}

	systemVariable(name: string, scope: "session" | "global" | "any"): TypedValue | undefined {
		return this.variables.read(name, scope);
	}

	systemVariableType(name: string, scope: "session" | "global" | "any"): SqlType | undefined {
		return this.variables.read(name, scope).type;
	}

	/** Publishes the last statement's counts before the next one. */
	beginStatement(warnings: WarningList): void {
		this.warningCount = warnings.count;
		this.errorCount = warnings.errorCount;
		this.lastInsertIdWasGiven = false;
		if (this.#newIdIsTaken) {
			this.#newId = null;
			this.#newIdIsTaken = false;
		}
	}

	/** The session has ended. */
	release(): void {
		this.#userVariables.clear();
	}

	/** Resets for COM_RESET_CONNECTION. */
	forget(): void {
		this.#userVariables.clear();
		this.#lastInsertId = 0;
		this.#newId = null;
		this.rowCount = 0;
		this.foundRows = 0;
		this.fixedMicroseconds = undefined;
		this.chance = undefined;
	}
}
