/**
 * A wish that can't be granted: one sentence for the person who started the program, and the exit code.
 *
 * In: sentence and code. Out: an error the command line prints without a stack trace.
 */
export class UsageError extends Error {
	override readonly name = "UsageError";
	/** 2: the request itself is wrong; 1: it cannot be met here. `apps/cli/exit-code.ts` has the table. */
	readonly exitCode: number;

	constructor(sentence: string, exitCode: number) {
		super(sentence);
		this.exitCode = exitCode;
	}
}
