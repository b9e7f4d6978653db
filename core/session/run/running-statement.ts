/**
 * Implementation of `Execution`: the context of one run of a statement, for operators and functions.
 */
import { work } from "../../async/work-meter.ts";
import { runningMs } from "../../async/clock.ts";
import type { Schema, Table } from "../../catalog/table.ts";
import type { ErrorName } from "../../errors/catalogue.ts";
import type {
	AutoIncrement,
	ExaminedRows,
	Execution,
	Operators,
	TemporaryTables,
	RowIds,
} from "../../exec/execution.ts";
import type { ParameterList } from "../../exec/values-rows.ts";
import type { FileAccess } from "../../exec/file-access.ts";
import { SpilledKeySet } from "../../exec/spill/key-set.ts";
import type { Scratch } from "../../exec/spill/scratch.ts";
import { IncrementOffsetIds } from "../../exec/auto-increment/increment-offset.ts";
import { visitRows } from "../../exec/query/subquery.ts";
import type { KeySet } from "../../plan/tree/query-evaluation.ts";
import type { RuleBook } from "../../rules/book.ts";
import { Diagnostics } from "../../rules/diagnostics.ts";
import type { Settings } from "../../rules/setting/switch.ts";
import { granted, recordWarning } from "../../rules/warned.ts";
import { sliceMs } from "../../async/event-loop-yield.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { SessionFacts, SqlMode, Warning, WarningLevel } from "../../types/evaluation/evaluation.ts";
import type { TimeZone } from "../../types/temporal/timezone.ts";
import type { TypeName } from "../../types/value/type.ts";
import { decodeText, type ByteString, type Row } from "../../types/value/value.ts";
import type { SessionProcess } from "../status/process-entry.ts";
import type { Server } from "../server/server.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import type { WarningList } from "../client/warning-list.ts";
import { decisionNote } from "../decide/decision-note.ts";
import { refuseTooLarge } from "./write-limit.ts";

interface RunningParts {
	readonly server: Server;
	readonly transaction: Transaction;
	readonly schema: Schema;
	readonly temporary: TemporaryTables;
	readonly files: FileAccess;
	readonly scratch: Scratch;
	readonly settings: SessionSettings;
	readonly switches: Settings;
	/** Called when the id of SET insert_id was used. */
	readonly spendInsertId: () => void;
	readonly facts: SessionFacts & { nowMicroseconds(): number };
	readonly warnings: WarningList;
	readonly process: SessionProcess;
	readonly foundRows: boolean;
	readonly parameters: ParameterList;
	/** `verso_trace_rules`: warnings of rules are followed by a note that names the rule. */
	readonly tracesRules: () => boolean;
	/** The statement writes rows, without IGNORE. */
	readonly isStrict: boolean;
	/** The statement writes rows, with IGNORE. */
	readonly isLenient: boolean;
	readonly mayKnow: (table: Table) => boolean;
	/** The tables that it reads and writes. */
	readonly tables: readonly Table[];
}

export class RunningStatement implements Execution {
	readonly serial = ++work.evaluations;
	readonly transaction: Transaction;
	readonly schema: Schema;
	readonly book: RuleBook;
	readonly settings: Settings;
	readonly release: string;
	readonly foundRows: boolean;
	readonly autoIncrement: AutoIncrement;
	readonly rowIds: RowIds;
	readonly temporary: TemporaryTables;
	readonly files: FileAccess;
	readonly scratch: Scratch;
	readonly examined: ExaminedRows;
	readonly mode: SqlMode;
	readonly nowMicroseconds: number;
	readonly parameters: ParameterList;
	readonly strictWrite: boolean;
	readonly isLenientWrite: boolean;
	readonly session: SessionFacts;
	readonly tables: readonly Table[];
	readonly mayKnow: (table: Table) => boolean;
	readonly outer: Row = [];
	readonly visitRows = visitRows;
	rowNumber = 1;
	operators: Operators | undefined;
	readonly #warnings: WarningList;
	readonly #process: SessionProcess;
	readonly #server: Pick<Server, "globals" | "writeSets">;
	/** Size of the transaction's write set before the statement. */
	readonly #bytesBefore: number;
	readonly #zone: TimeZone;
	readonly #tracesRules: () => boolean;
	#turnEndMs = 0;
	/** 0: nothing is evaluated again. */
	#resumedMs = 0;

	constructor(parts: RunningParts) {
		const { server, settings } = parts;
		this.transaction = parts.transaction;
		this.schema = parts.schema;
		this.book = server.book;
		this.settings = parts.switches;
		this.release = server.release;
		this.foundRows = parts.foundRows;
		const { idStep } = settings;
		this.autoIncrement =
			idStep === undefined
				? server.autoIncrement
				: new IncrementOffsetIds(server.autoIncrement, idStep, parts.spendInsertId);
		this.rowIds = server.rowIds;
		this.temporary = parts.temporary;
		this.files = parts.files;
		this.scratch = parts.scratch;
		this.examined = parts.process.examined;
		this.mode = settings.mode;
		this.nowMicroseconds = parts.facts.nowMicroseconds();
		this.parameters = parts.parameters;
		this.strictWrite = parts.isStrict && settings.mode.strict;
		this.isLenientWrite = parts.isLenient;
		this.session = parts.facts;
		this.tables = parts.tables;
		this.mayKnow = parts.mayKnow;
		this.#warnings = parts.warnings;
		this.#process = parts.process;
		this.#server = server;
		this.#bytesBefore = parts.transaction.bytes;
		this.#zone = settings.timeZone;
		this.#tracesRules = parts.tracesRules;
	}

	get warningCount(): number {
		return this.#warnings.count;
	}

	/** A bound function, since it is passed on without its object. */
	readonly offsetSeconds = (epochSeconds: number): number => this.#zone.offsetSeconds(epochSeconds);

	warn(level: WarningLevel, name: ErrorName, ...args: (string | number | bigint)[]): void {
		this.#warnings.add(level, name, args);
	}

	wrongElement(type: TypeName, value: ByteString, column: ByteString): boolean {
		const { rowNumber, strictWrite } = this;
		const refusal = this.book.ask(Diagnostics).wrongElement(type, value, decodeText(column), rowNumber, strictWrite);
		if (refusal === undefined) {
			return false;
		}
		if (this.strictWrite) {
			granted(refusal, this);
		} else {
			recordWarning(refusal, this);
		}
		return true;
	}

	record(warning: Warning): void {
		this.#warnings.record(warning);
		if (warning.decision !== undefined && this.#tracesRules()) {
			this.#warnings.record(decisionNote(warning.decision));
		}
	}

	keySet(): KeySet {
		return new SpilledKeySet(this);
	}

	throwIfKilled(): void {
		this.#process.throwIfKilled();
	}

	giveWay(): MaybePromise<void> {
		this.#process.throwIfKilled();
		if (this.transaction.bytes > this.#bytesBefore) {
			refuseTooLarge(this.transaction, this.#server);
		}
		const now = runningMs();
		if (this.#turnEndMs === 0) {
			this.#turnEndMs = now + sliceMs;
		} else if (now > this.#turnEndMs) {
			return this.#process.letOthers().then(() => {
				// Measured from the statement's start: from the next clock read on, time slices were twice as long.
				this.#resumedMs = runningMs();
				this.#turnEndMs = this.#resumedMs + sliceMs;
			});
		}
	}

	reachNew(): void {
		if (this.#resumedMs !== 0) {
			const now = runningMs();
			this.#turnEndMs = now + Math.max(sliceMs, now - this.#resumedMs);
			this.#resumedMs = 0;
		}
	}
}
