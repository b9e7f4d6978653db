/**
 * Prepared statements of one connection as the protocol keeps them between two commands.
 *
 * In: the statement as the kernel prepared it; data that comes ahead of an execution. Out: statements by id.
 */
import { sqlError, type ByteString, type PreparedStatement, type SqlType } from "../../core/index.ts";
import type { Cursor } from "./cursor.ts";
import { type ParameterSource, parameterTextType } from "./parameters.ts";

class PreparedState implements ParameterSource {
	readonly count: number;
	readonly textType: SqlType;
	/** A cursor is for these; a CALL answers without, whose result sets are not known before it runs. */
	readonly hasColumns: boolean;
	types: Uint16Array | undefined;
	#cursor: Cursor | undefined;
	readonly longData = new Map<number, ByteString>();
	/** Data came ahead that can't be taken: the next execution fails. */
	#refused = false;
	#longDataLength = 0;

	constructor(statement: PreparedStatement) {
		this.count = statement.parameterCount;
		this.hasColumns = statement.columns.length > 0;
		this.textType = parameterTextType(statement.textCharset, statement.textCollation);
	}

	get cursor(): Cursor | undefined {
		return this.#cursor;
	}

	/** The one before it is closed. */
	set cursor(cursor: Cursor | undefined) {
		this.#cursor?.close();
		this.#cursor = cursor;
	}

	/** COM_STMT_SEND_LONG_DATA, which has no answer: a mistake is reported by the execution that follows. */
	append(parameter: number, data: ByteString, largest: number): void {
		this.#longDataLength += data.length;
		if (parameter >= this.count || this.#longDataLength > largest) {
			this.#refused = true;
			return;
		}
		this.longData.set(parameter, (this.longData.get(parameter) ?? "") + data);
	}

	/** Throws SqlError 1210 where data that came ahead was refused. */
	checkLongData(): void {
		if (this.#refused) {
			this.forgetLongData();
			throw sqlError("wrongArguments", "mysqld_stmt_execute");
		}
	}

	forgetLongData(): void {
		if (this.longData.size > 0) {
			this.longData.clear();
		}
		this.#longDataLength = 0;
		this.#refused = false;
	}
}

export class PreparedStates {
	readonly #states = new Map<number, PreparedState>();

	add(statement: PreparedStatement): void {
		this.#states.set(statement.id, new PreparedState(statement));
	}

	find(id: number): PreparedState | undefined {
		return this.#states.get(id);
	}

	/** `command`: who asks, for SqlError 1243. */
	get(id: number, command: string): PreparedState {
		const state = this.#states.get(id);
		if (state === undefined) {
			throw sqlError("unknownStatementHandler", id, command);
		}
		return state;
	}

	delete(id: number): boolean {
		const state = this.#states.get(id);
		if (state !== undefined) {
			state.cursor = undefined;
		}
		return this.#states.delete(id);
	}

	/** Their cursors are closed. */
	clear(): void {
		if (this.#states.size === 0) {
			return;
		}
		for (const state of this.#states.values()) {
			state.cursor = undefined;
		}
		this.#states.clear();
	}
}
