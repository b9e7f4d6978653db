/**
 * Failures of standard output: a reader that has gone ends the program without a word, a full disk with one sentence.
 */

export function endWithOutput(): void {
	process.stdout.on("error", (failure: NodeJS.ErrnoException) => {
		if (failure.code !== "EPIPE") {
			process.stderr.write(`verso: cannot write the output: ${failure.message}\n`);
			process.exit(1);
		}
		process.exit(process.exitCode ?? 0);
	});
	// Nothing can be said any more, and what is done goes on.
	process.stderr.on("error", () => {});
}
