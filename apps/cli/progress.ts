/**
 * Progress bar of long work on stderr; removed when the work is done, absent where stderr is no terminal.
 */
import type { WriteStream } from "node:tty";

interface Progress {
	show(what: string, done: number, all: number): void;
	end(): void;
}

const nobody: Progress = { show() {}, end() {} };

/** The package is loaded only where the bar is shown. */
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
