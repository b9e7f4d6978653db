/**
 * A mistake of the user's, on its way to the client.
 *
 * In: what the catalogue says of it (`errors.ts`, where all others take this from), and who decided, if a rule did.
 * Out: an Error that keeps the message's bytes. It refuses to know which mistakes there are.
 */
import type { ByteString } from "../types/value/value.ts";

/** Who refused: filled in where a rule did, so that one can ask after any error who decided it. */
export interface Decision {
	/** The hook's name as `--mix` spells it: `insert-check`. */
	readonly hook: string;
	/** The hook's question: `text`. */
	readonly question: string;
	/** The rule's name: `RefuseWideCharacters`. */
	readonly rule: string;
	/** Release, quirk, mix or plugin that the rule came from, and its name. */
	readonly origin: string;
	/** When the release came out, or the release a quirk was first seen in; null where nobody can say. */
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
		super(Buffer.from(bytes, "latin1").toString("utf8"));
		this.code = code;
		this.state = state;
		this.bytes = bytes;
		this.decision = decision;
	}
}
