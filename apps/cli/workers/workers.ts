/**
 * `--workers N`: several processes serve the connections of one port, on one data directory.
 *
 * In: their number; flags and environment are handed on as they are. Out: the exit code. This process takes
 * connections and hands them to one worker after the other (`node:cluster`), passes on what workers say to each
 * other, starts a worker anew that died, and ends them all when it is told to. It opens no data directory itself.
 *
 * The first worker opens the directory before the others start, so that a mistake is told once.
 */
import cluster, { type Worker } from "node:cluster";
import { type Message, placeVariable, type Question, type Reply } from "./worker-message.ts";

/** A worker that does not answer by then is busy with something that can't wait for it. */
const answerLimitMs = 2000;
/** A worker that dies sooner than this after its start is not started again at once. */
const shortLifeMs = 1000;

export async function leadWorkers(size: number): Promise<number> {
	cluster.setupPrimary({ serialization: "advanced" });
	const leader = new Leader(size);
	return leader.lead();
}

class Leader {
	readonly #size: number;
	readonly #workers = new Map<number, Worker>();
	readonly #pending = new Map<number, (reply: Reply) => void>();
	#lastNumber = 0;
	#isStopping = false;
	/** Called with the exit code when the last worker has gone. */
	#end: (exitCode: number) => void = () => {};

	constructor(size: number) {
		this.#size = size;
	}

	lead(): Promise<number> {
		return new Promise((resolve) => {
			this.#end = resolve;
			for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
				process.on(signal, () => this.#stop());
			}
			this.#startFirst();
		});
	}

	async #startFirst(): Promise<void> {
		const line = await this.#start(0);
		await Promise.all(Array.from({ length: this.#size - 1 }, (_, at) => this.#start(at + 1)));
		if (!this.#isStopping) {
			process.stdout.write(line);
		}
	}

	/** Resolves with the worker's ready line. */
	#start(place: number): Promise<string> {
		const startedMs = Date.now();
		const worker = cluster.fork({ [placeVariable]: String(place) });
		this.#workers.set(place, worker);
		let isReady = false;
		worker.once("exit", (code, signal) =>
			this.#left(place, isReady, Date.now() - startedMs, code ?? (signal === null ? 0 : 1)),
		);
		return new Promise((resolve) => {
			worker.on("message", (message: Message) => {
				if (message.say === "ready") {
					isReady = true;
					resolve(message.line);
				} else if (message.say === "answer") {
					this.#pending.get(message.number)?.(message.reply);
				} else if (message.say === "ask") {
					void this.#passOn(worker, message.number, message.question);
				}
			});
		});
	}

	#left(place: number, wasReady: boolean, lifeMs: number, exitCode: number): void {
		this.#workers.delete(place);
		if (!wasReady && !this.#isStopping) {
			// It has said why.
			process.exitCode = exitCode;
			this.#stop();
		}
		if (this.#isStopping) {
			if (this.#workers.size === 0) {
				this.#end(Number(process.exitCode ?? 0));
			}
			return;
		}
		process.stderr.write(`verso: warning: worker ${place + 1} has ended and is started again\n`);
		setTimeout(() => void (this.#isStopping || this.#start(place)), Math.max(shortLifeMs - lifeMs, 0));
	}

	/**
	 * The second time at once. A terminal has sent its SIGINT to the workers, too, and a second one of the same name
	 * would end them.
	 */
	#stop(): void {
		const isSecond = this.#isStopping;
		this.#isStopping = true;
		for (const worker of this.#workers.values()) {
			worker.process.kill(isSecond ? "SIGKILL" : "SIGTERM");
		}
		if (this.#workers.size === 0) {
			this.#end(Number(process.exitCode ?? 0));
		}
	}

	async #passOn(from: Worker, number: number, question: Question): Promise<void> {
		const others = [...this.#workers.values()].filter((worker) => worker !== from && worker.isConnected());
		const replies = await Promise.all(others.map((worker) => this.#ask(worker, question)));
		say(from, { say: "answers", number, replies: replies.filter((reply) => reply !== undefined) });
	}

	#ask(worker: Worker, question: Question): Promise<Reply | undefined> {
		this.#lastNumber++;
		const number = this.#lastNumber;
		return new Promise((resolve) => {
			const settle = (reply?: Reply): void => {
				clearTimeout(timer);
				this.#pending.delete(number);
				resolve(reply);
			};
			const timer = setTimeout(settle, answerLimitMs);
			this.#pending.set(number, settle);
			say(worker, { say: "ask", number, question });
		});
	}
}

function say(worker: Worker, message: Message): void {
	if (worker.isConnected()) {
		worker.send(message, () => {});
	}
}
