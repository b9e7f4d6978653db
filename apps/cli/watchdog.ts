/**
 * Watchdog: a second thread that hears signals while a plugin's rule keeps the first one busy.
 *
 * A signal waits for the event loop, which a rule that loops never comes back to. The watchdog hears it, too; where the
 * same question has been asked for all of two seconds since, it says so and ends the process. What was acknowledged is
 * on disk, as after a crash. Without a signal it tells once of a question that takes five seconds.
 *
 *     first thread    question begins: shared.question = its number     ends: 0
 *     second thread   every 250 ms: the same one?     signal: from now on two seconds
 *
 * The thread's script is a text, so that it needs no file beside the bundle. Its signals need Node's own binding; where
 * that can't be had, it tells of slow questions alone.
 */
import { constants } from "node:os";
import { Worker } from "node:worker_threads";
import { type Decision, watchQuestions } from "../../core/index.ts";
import type { Options } from "./options.ts";

/** Places in the shared memory. */
const place = { question: 0, asked: 1 } as const;
const limits = { everyMs: 250, slowMs: 5000, graceMs: 2000 } as const;

const script = `
const { parentPort, workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const { state, place, limits, signals } = workerData;
process.noDeprecation = true;
const names = [];
let asked = -1, sinceMs = 0, isTold = false, signalledMs = Infinity;
parentPort.on("message", ({ number, name }) => { names[number] = name; });
const say = (sentence) => { try { writeSync(2, "verso: " + sentence + "\\n"); } catch {} };
const look = () => {
	const nowMs = performance.now();
	const question = Atomics.load(state, place.question);
	const times = Atomics.load(state, place.asked);
	if (question === 0 || times !== asked) {
		asked = times;
		sinceMs = nowMs;
		isTold = false;
		return;
	}
	const name = names[question] ?? "a plugin";
	if (nowMs - Math.max(sinceMs, signalledMs) >= limits.graceMs) {
		say(name + " does not come to an answer, so the server cannot stop in order and is ended; what was acknowledged is kept");
		process.kill(process.pid, "SIGKILL");
	} else if (!isTold && nowMs - sinceMs >= limits.slowMs) {
		isTold = true;
		say(name + " has been looking for an answer for " + limits.slowMs / 1000 + " s; nobody is served meanwhile");
	}
};
setInterval(look, limits.everyMs);
try {
	const { Signal } = process.binding("signal_wrap");
	for (const number of signals) {
		const signal = new Signal();
		signal.unref();
		signal.onsignal = () => { signalledMs = Math.min(signalledMs, performance.now()); };
		signal.start(number);
	}
} catch {}
parentPort.postMessage("watching");
`;

type WatchedSignal = "SIGTERM" | "SIGINT" | "SIGHUP";

export class Watchdog {
	readonly #state = new Int32Array(new SharedArrayBuffer(Object.keys(place).length * 4));
	readonly #worker: Worker;
	readonly #numbers = new Map<Decision, number>();

	/** Undefined where no rules but verso's own may answer; a mix may take them from a file. */
	static async over(options: Options, signals: readonly WatchedSignal[]): Promise<Watchdog | undefined> {
		if (options.list("plugin").length + options.list("mix").length === 0) {
			return undefined;
		}
		const watchdog = new Watchdog(signals);
		// A signal that came before the thread hears them would be lost.
		await new Promise((resolve) => {
			watchdog.#worker.once("message", resolve);
			watchdog.#worker.once("exit", resolve);
		});
		watchdog.#worker.unref();
		return watchdog;
	}

	/** `signals`: those that the first thread handles itself; others would be lost. */
	private constructor(signals: readonly WatchedSignal[]) {
		this.#worker = new Worker(script, {
			eval: true,
			workerData: {
				state: this.#state,
				place,
				limits,
				signals: signals.map((name) => constants.signals[name]),
			},
			execArgv: [],
			resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
		});
		this.#worker.on("error", () => {
			// The server does without.
		});
		watchQuestions({
			begin: (decision) => this.#begin(decision),
			end: (before) => Atomics.store(this.#state, place.question, before),
		});
	}

	#begin(decision: Decision): number {
		let number = this.#numbers.get(decision);
		if (number === undefined) {
			number = this.#numbers.size + 1;
			this.#numbers.set(decision, number);
			const { origin, hook, question } = decision;
			this.#worker.postMessage({ number, name: `${origin} was asked ${hook}.${question} and` });
		}
		Atomics.add(this.#state, place.asked, 1);
		return Atomics.exchange(this.#state, place.question, number);
	}

	async close(): Promise<void> {
		watchQuestions(undefined);
		await this.#worker.terminate();
	}
}
