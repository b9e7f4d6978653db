/**
 * How far long work is, on stderr.
 *
 * In: how much of how much. Out: a bar that is gone when the work is done; nothing where nobody looks at a terminal.
 */
import type { WriteStream } from "node:tty";

interface Progress {
	show(what: string, done: number, all: number): void;
	end(): void;
}

const nobody: Progress = { show() {}, end() {} };

/** The package is loaded only for who sees the bar. */
export async function showProgress(
	terminal: Pick<WriteStream, "isTTY"> & NodeJS.WritableStream = process.stderr,
): Promise<Progress> {
	if (!terminal.isTTY) {
		return nobody;
	}
	const { SingleBar } = (await import("cli-progress")).default;
	const bar = new SingleBar({
		stream: terminal,
		format: "{what} {bar} {value} of {total}",
		clearOnComplete: true,
		hideCursor: true,
	});
	let isShown = false;
	return {
		show(what, done, all) {
			if (!isShown) {
				bar.start(all, done, { what });
				isShown = true;
			}
			bar.setTotal(all);
			bar.update(done, { what });
		},
		end() {
			if (isShown) {
				bar.stop();
			}
		},
	};
}
