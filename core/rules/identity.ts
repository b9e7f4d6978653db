/**
 * Hook identity: the server's version text, and the object versions by which releases distinguish old objects from
 * new.
 */
import { type AnswerKinds, word, wholeNumber } from "./answer.ts";
import { Hook } from "./hook.ts";

/** Questions about the server's name and its object versions. */
export class Identity extends Hook {
	static readonly hook: string = "identity";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		version: word,
		tableVersion: wholeNumber(0),
		columnVersion: wholeNumber(0),
	};

	/**
	 * @param release as asked for
	 * @returns the text of `version()` and of the handshake
	 */
	version(release: string): string {
		return `5.7.10-verso-v${release}`;
	}

	/** @returns the object version of new tables */
	tableVersion(): number {
		return 0;
	}

	/** @returns the object version of new columns */
	columnVersion(): number {
		return 0;
	}
}
