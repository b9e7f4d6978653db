/**
 * identity: what the server calls itself, and how it marks what it creates.
 *
 * In: the release that was asked for. Out: the version text and the object versions by which later releases tell old
 * tables and columns from new ones.
 */
import { type AnswerKinds, word, wholeNumber } from "./answer.ts";
import { Hook } from "./hook.ts";

export class Identity extends Hook {
	static readonly hook: string = "identity";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		version: word,
		tableVersion: wholeNumber(0),
		columnVersion: wholeNumber(0),
	};

	/** `version()` and the handshake. */
	version(release: string): string {
		return `5.7.10-verso-v${release}`;
	}

	/** The object version of new tables. */
	tableVersion(): number {
		return 0;
	}

	/** The object version of new columns. */
	columnVersion(): number {
		return 0;
	}
}
