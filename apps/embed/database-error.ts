/**
 * Errors of statements as a library throws them: MySQL's name, number, state and sentence, the statement, and the rule
 * that decided, with the stack of the caller.
 */
import { types } from "node:util";
import { decodeText, type Decision, type SqlError } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { errorCode } from "./error-code.ts";

/** Where a statement of a script stands. */
export interface ScriptPlace {
	/** As the caller named it. */
	readonly file: string | undefined;
	/** From 1. */
	readonly line: number;
}

/** A statement was refused. */
export class DatabaseError extends Error {
	override readonly name = "DatabaseError";
	/** `ER_NO_SUCH_TABLE`: as mysql2 has it. */
	readonly code: string;
	/** 1146 */
	readonly errno: number;
	/** `42S02` */
	readonly sqlState: string;
	/** The server's sentence alone. */
	readonly sqlMessage: string;
	readonly sql: string;
	/** The rule that refused; undefined where no rule did. */
	readonly rule: Decision | undefined;
	readonly place: ScriptPlace | undefined;

	constructor({ code, state, bytes, decision }: SqlError, sql: string, place?: ScriptPlace) {
		const sentence = decodeText(bytes);
		super(
			place === undefined
				? sentence
				: `${sentence} (${place.file ?? "line"}${place.file === undefined ? " " : ":"}${place.line})`,
		);
		this.code = errorCode(code);
		this.errno = code;
		this.sqlState = state;
		this.sqlMessage = sentence;
		this.sql = sql;
		this.rule = decision;
		this.place = place;
	}
}

/** A caller's stack: taken when the call is made, since it is gone when the answer comes. */
export interface CallerStack {
	readonly stack?: string;
}

/** `below`: the function whose caller is meant. */
export function callerStack(below: (...words: never[]) => unknown): CallerStack {
	const caller = {};
	Error.captureStackTrace(caller, below);
	return caller;
}

/** Does the work; what is refused, by the word of its caller, has the caller's stack. */
export async function toldCaller<T>(caller: CallerStack, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (failure) {
		throw ownError(failure, caller);
	}
}

/**
 * An error of the caller's realm, with the caller's stack: the library's engine may be in another realm, and its lines
 * tell nothing. What should not happen has the error as it was for its cause.
 */
export function ownError(failure: unknown, caller: CallerStack): unknown {
	if (failure instanceof DatabaseError) {
		return withStack(failure, caller);
	}
	if (!types.isNativeError(failure)) {
		return failure;
	}
	const { name, message, exitCode = 1, code } = failure as UsageError & { readonly code?: unknown };
	if (name === "UsageError") {
		return withStack(new UsageError(message, exitCode), caller);
	}
	if (name === "TypeError" || name === "RangeError" || typeof code === "string") {
		const own =
			name === "TypeError"
				? new TypeError(message)
				: name === "RangeError"
					? new RangeError(message)
					: new Error(message);
		return withStack(Object.assign(own, failure), caller);
	}
	return withStack(new Error(message, { cause: failure }), caller);
}

/** The error with the caller's stack instead of the library's own. */
export function withStack<E extends Error>(error: E, { stack = "" }: CallerStack): E {
	const lines = stack.slice(stack.indexOf("\n") + 1);
	Object.defineProperty(error, "stack", {
		value: `${error.name}: ${error.message}\n${lines}`,
		writable: true,
		configurable: true,
	});
	return error;
}
