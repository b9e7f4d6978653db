/**
 * `SqlError`: a user's error on its way to the client, with the rule that decided it, if one did.
 *
 * `catalogue.ts` makes and re-exports it.
 */
import type { ByteString } from "../types/value/value.ts";

/** The rule that refused: recorded so that any error can be traced to it. */
export interface Decision {
	/** The hook's name as `--mix` spells it: `insert-check`. */
	readonly hook: string;
	/** The hook's question: `text`. */
	readonly question: string;
	/** The rule's name: `RefuseWideCharacters`. */
	readonly rule: string;
	/** Release, quirk, mix or plugin that the rule came from, and its name. */
	readonly origin: string;
	/** Date of the release, or the release a quirk was first seen in; null where it is unknown. */
	readonly since: string | null;
}

/** A user's mistake, as the client will see it. `message` is UTF-8 bytes as a byte string. */
export class SqlError extends Error {
	override readonly name = "SqlError";
	readonly code: number;
	readonly state: string;
	/** The message's bytes: unlike `message` it may hold text that is not valid UTF-8. */
	readonly bytes: ByteString;
	readonly decision: Decision | undefined;

	constructor(code: number, state: string, bytes: ByteString, decision?: Decision) {
		// The stack of a mistake of a user is never read, and V8 takes 7 us for it (2-core VM, 2026-11).
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		super(Buffer.from(bytes, "latin1").toString("utf8"));
		Error.stackTraceLimit = stackTraceLimit;
		this.code = code;
		this.state = state;
		this.bytes = bytes;
		this.decision = decision;
	}

	/** Returns the same error with another message. */
	withMessage(bytes: ByteString): SqlError {
		return new SqlError(this.code, this.state, bytes, this.decision);
	}
}
