/**
 * Child process that answers messages and is replaced when it dies.
 *
 * Answers null if the child ended, or did not answer in time.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { longestRun } from "../longest-run.ts";

/** Timeout: a child that takes longer is in an endless loop. */
const patienceMs = 180_000;

export class Oracle<Question extends object> {
	readonly #program: URL;
	#child: ChildProcess | null = null;
	#answer: (answer: string[] | null) => void = () => {};

	constructor(program: URL) {
		this.#program = program;
	}

	ask(question: Question): Promise<string[] | null> {
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				void this.end();
				resolve(null);
			}, patienceMs);
			this.#answer = (answer) => {
				clearTimeout(timer);
				resolve(answer);
			};
			this.#send(question, true);
		});
	}

	/** A child that died after its last answer is noticed only now. */
	#send(question: Question, mayRepeat: boolean): void {
		this.#child ??= this.#start();
		this.#child.send(question, (failure) => {
			if (failure !== null && mayRepeat) {
				this.#child = null;
				this.#send(question, false);
			}
		});
	}

	#start(): ChildProcess {
		const child = fork(this.#program, { stdio: ["ignore", "ignore", "ignore", "ipc"], ...longestRun });
		child.on("error", () => {});
		child.on("message", (answer) => this.#answer(answer as string[]));
		child.on("close", () => {
			if (this.#child === child) {
				this.#child = null;
				this.#answer(null);
			}
		});
		return child;
	}

	/** The next message starts a new child. */
	async end(): Promise<void> {
		const child = this.#child;
		this.#child = null;
		if (child !== null && child.exitCode === null && child.signalCode === null) {
			child.kill("SIGKILL");
			await once(child, "close");
		}
	}
}
