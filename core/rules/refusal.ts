/**
 * Refusals: the answer of a rule that forbids.
 *
 * In: code, SQL state and message. Out: plain data that the kernel turns into an error, together with who decided it.
 * A rule returns a refusal; it never throws one.
 */
import { SqlError, type Decision } from "../errors.ts";
import { encodeText, type ByteString } from "../types/value.ts";

export class Refusal {
	readonly code: number;
	readonly state: string;
	/** UTF-8 bytes, since it may quote bytes that are not valid text. */
	readonly message: ByteString;
	/** For insert checks: the byte offset before which a value is cut where the statement isn't strict. */
	readonly cutAt: number;
	readonly decision: Decision | undefined;

	constructor(code: number, state: string, message: ByteString, cutAt: number, decision?: Decision) {
		this.code = code;
		this.state = state;
		this.message = message;
		this.cutAt = cutAt;
		this.decision = decision;
	}

	/** The same refusal, signed by the rule that made it. */
	signed(decision: Decision): Refusal {
		return new Refusal(this.code, this.state, this.message, this.cutAt, decision);
	}

	toError(): SqlError {
		return new SqlError(this.code, this.state, this.message, this.decision);
	}
}

/** A refusal with a message in JavaScript text. */
export function refuse(code: number, state: string, message: string): Refusal {
	return new Refusal(code, state, encodeText(message), 0);
}

/**
 * A refusal whose message is bytes (`encodeText` for its words), and where a value that is let in all the same is
 * cut.
 */
export function refuseBytes(code: number, state: string, message: ByteString, cutAt = 0): Refusal {
	return new Refusal(code, state, message, cutAt);
}

/** The answer itself, or the refusal thrown as the error it is. */
export function granted<T>(answer: T | Refusal): T {
	if (answer instanceof Refusal) {
		throw answer.toError();
	}
	return answer;
}

/** Throws a refusal, if it is one. */
export function forbid(answer: Refusal | undefined): void {
	if (answer !== undefined) {
		throw answer.toError();
	}
}
