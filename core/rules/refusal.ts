/**
 * Refusal: the answer of a rule that forbids, as plain data; the kernel turns it into an error that names the rule.
 *
 * A rule returns a refusal and never throws one.
 */
import { SqlError, type Decision } from "../errors/catalogue.ts";
import { encodeText, type ByteString } from "../types/value/value.ts";

/** An error as plain data, as a rule answers it; `refuse` and `refuseBytes` make one. */
export class Refusal {
	readonly code: number;
	readonly state: string;
	/** UTF-8 bytes, since it may quote bytes that are not valid text. */
	readonly message: ByteString;
	/** Of insert checks: the byte offset at which a value is cut without strict mode. */
	readonly cutAt: number;
	readonly decision: Decision | undefined;

	constructor(code: number, state: string, message: ByteString, cutAt: number, decision?: Decision) {
		this.code = code;
		this.state = state;
		this.message = message;
		this.cutAt = cutAt;
		this.decision = decision;
	}

	/** @returns the same refusal, signed by the rule that made it */
	signed(decision: Decision): Refusal {
		return new Refusal(this.code, this.state, this.message, this.cutAt, decision);
	}

	toError(): SqlError {
		return new SqlError(this.code, this.state, this.message, this.decision);
	}
}

/**
 * @param code MySQL's or the server's error number
 * @param state SQL state, five characters
 * @param message JavaScript text
 */
export function refuse(code: number, state: string, message: string): Refusal {
	return new Refusal(code, state, encodeText(message), 0);
}

/**
 * @param code MySQL's or the server's error number
 * @param state SQL state, five characters
 * @param message bytes (`encodeText` for its words)
 * @param cutAt where a value that is accepted all the same is cut
 */
export function refuseBytes(code: number, state: string, message: ByteString, cutAt = 0): Refusal {
	return new Refusal(code, state, message, cutAt);
}
