/**
 * Execution context of a subquery: the enclosing context plus the captured (correlated) values.
 *
 * One per subquery and statement, so that state attached to it (hash tables) serves all runs of the subquery.
 */
import { work } from "../../async/work-meter.ts";
import type { ErrorName } from "../../errors/catalogue.ts";
import type { Warning, WarningLevel } from "../../types/evaluation/evaluation.ts";
import type { KeySet } from "../../plan/tree/query-evaluation.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypeName } from "../../types/value/type.ts";
import type { ByteString, Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

export class NestedExecution implements Execution {
	readonly serial = ++work.evaluations;
	outer: Row = [];
	rowNumber = 1;
	operators: Execution["operators"];
	readonly #parent: Execution;
	readonly mode: Execution["mode"];
	readonly strictWrite: boolean;
	readonly isLenientWrite: boolean;
	readonly visitRows: Execution["visitRows"];
	readonly schema: Execution["schema"];
	readonly book: Execution["book"];
	readonly settings: Execution["settings"];
	readonly release: string;
	readonly foundRows: boolean;
	readonly autoIncrement: Execution["autoIncrement"];
	readonly rowIds: Execution["rowIds"];
	readonly temporary: Execution["temporary"];
	readonly files: Execution["files"];
	readonly tables: Execution["tables"];
	readonly mayKnow: Execution["mayKnow"];
	readonly scratch: Execution["scratch"];
	readonly examined: Execution["examined"];

	constructor(parent: Execution) {
		this.#parent = parent;
		this.mode = parent.mode;
		this.strictWrite = parent.strictWrite;
		this.isLenientWrite = parent.isLenientWrite === true;
		this.visitRows = parent.visitRows;
		this.schema = parent.schema;
		this.book = parent.book;
		this.settings = parent.settings;
		this.release = parent.release;
		this.foundRows = parent.foundRows;
		this.autoIncrement = parent.autoIncrement;
		this.rowIds = parent.rowIds;
		this.temporary = parent.temporary;
		this.files = parent.files;
		this.tables = parent.tables;
		this.mayKnow = parent.mayKnow;
		this.scratch = parent.scratch;
		this.examined = parent.examined;
	}

	get nowMicroseconds(): number {
		return this.#parent.nowMicroseconds;
	}

	get parameters(): Execution["parameters"] {
		return this.#parent.parameters;
	}

	get session(): Execution["session"] {
		return this.#parent.session;
	}

	get transaction(): Execution["transaction"] {
		return this.#parent.transaction;
	}

	offsetSeconds(epochSeconds: number): number {
		return this.#parent.offsetSeconds(epochSeconds);
	}

	warn(level: WarningLevel, name: ErrorName, ...args: (string | number | bigint)[]): void {
		this.#parent.warn(level, name, ...args);
	}

	wrongElement(type: TypeName, value: ByteString, column: string): boolean {
		return this.#parent.wrongElement?.(type, value, column) ?? false;
	}

	record(warning: Warning): void {
		this.#parent.record(warning);
	}

	get warningCount(): number {
		return this.#parent.warningCount;
	}

	throwIfKilled(): void {
		this.#parent.throwIfKilled();
	}

	keySet(): KeySet {
		return this.#parent.keySet();
	}

	giveWay(): MaybePromise<void> {
		return this.#parent.giveWay();
	}

	reachNew(): void {
		this.#parent.reachNew();
	}
}
