/**
 * Progress bar of long work on stderr; removed when the work is done, absent where stderr is no terminal.
 *
 * It changes no mode of the terminal, such as the cursor's visibility, so that a process that is killed leaves nothing
 * behind. A terminal that understands no control sequences (`TERM=dumb`) gets none.
 */
import type { WriteStream } from "node:tty";
import { cutToWidth } from "../terminal/display-width.ts";

interface Progress {
	show(what: string, done: number, all: number): void;
	end(): void;
}

type Terminal = Pick<WriteStream, "isTTY" | "columns"> & NodeJS.WritableStream;

const absent: Progress = { show() {}, end() {} };

/** Work that takes less needs no bar. */
const firstShownMs = 1000;
const betweenMs = 100;
const barCharacters = 30;
const lineStart = "\r";
const clearLine = "\r\u001b[K";

export function showProgress(
	terminal: Terminal = process.stderr,
	{ afterMs = firstShownMs, type = process.env["TERM"] } = {},
): Progress {
	return terminal.isTTY && type !== "dumb" ? new Bar(terminal, afterMs) : absent;
}

class Bar implements Progress {
	readonly #terminal: Terminal;
	#isShown = false;
	#nextMs: number;

	constructor(terminal: Terminal, afterMs: number) {
		this.#terminal = terminal;
		this.#nextMs = performance.now() + afterMs;
	}

	// A field, so that it can be handed over as a function.
	readonly show = (what: string, done: number, all: number): void => {
		const nowMs = performance.now();
		if (nowMs < this.#nextMs) {
			return;
		}
		this.#nextMs = nowMs + betweenMs;
		if (!this.#isShown) {
			this.#isShown = true;
			process.once("SIGINT", this.#interrupted);
		}
		const filled = all === 0 ? 0 : Math.floor((Math.min(done, all) / all) * barCharacters);
		const bar = "=".repeat(filled).padEnd(barCharacters, "-");
		// A line as long as the terminal would wrap.
		const line = cutToWidth(`${what} ${bar} ${done} of ${all}`, (this.#terminal.columns || 80) - 1);
		this.#terminal.write(`${clearLine}${line}${lineStart}`);
	};

	end(): void {
		if (this.#isShown) {
			this.#isShown = false;
			process.off("SIGINT", this.#interrupted);
			this.#terminal.write(clearLine);
		}
	}

	readonly #interrupted = (): void => {
		this.end();
		process.kill(process.pid, "SIGINT");
	};
}
