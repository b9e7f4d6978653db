/**
 * A worker's end of the talk with the other workers of `--workers`.
 *
 * In: this process's channel to the one that started it. Out: the `Company` of its kernel.
 */
import type { ProcessFacts, SetupChange, SwitchValue, Value } from "../../../core/index.ts";
import type { PeerProcess, PeerProcesses } from "../../../core/index.ts";
import { type Message, placeVariable, type Question, type Reply } from "./worker-message.ts";

export function isWorker(): boolean {
	return process.env[placeVariable] !== undefined && process.send !== undefined;
}

export class WorkerCompany implements PeerProcesses {
	readonly place = Number(process.env[placeVariable]);
	readonly size: number;
	readonly #asked = new Map<number, (replies: readonly Reply[]) => void>();
	#lastNumber = 0;

	constructor(size: number) {
		this.size = size;
	}

	/** Answers the others from now on. */
	serve(colleague: PeerProcess): void {
		process.on("message", (message: Message) => {
			if (message.say === "ask") {
				send({ say: "answer", number: message.number, reply: replyTo(message.question, colleague) });
			} else if (message.say === "answers") {
				this.#asked.get(message.number)?.(message.replies);
				this.#asked.delete(message.number);
			}
		});
	}

	/** Where the process that started the workers was killed, they end as if told to. */
	endWithLeader(): void {
		process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
	}

	/** All workers end when the process that started them is told to. */
	endServer(): void {
		process.kill(process.ppid, "SIGTERM");
	}

	/** The channel keeps the process no longer. */
	leave(): void {
		process.channel?.unref();
	}

	sayReady(line: string): void {
		send({ say: "ready", line });
	}

	async processes(): Promise<readonly ProcessFacts[]> {
		return (await this.#ask({ what: "processes" })).flatMap((reply) => (typeof reply === "boolean" ? [] : reply));
	}

	async kill(id: number, kind: "connection" | "query"): Promise<boolean> {
		return (await this.#ask({ what: "kill", id, kind })).includes(true);
	}

	async tellVariable(name: string, value: Value): Promise<void> {
		await this.#ask({ what: "variable", name, value });
	}

	async tellSwitch(setting: string, value: SwitchValue): Promise<void> {
		await this.#ask({ what: "switch", setting, value });
	}

	async tellSetup(change: SetupChange): Promise<void> {
		await this.#ask({ what: "setup", change });
	}

	#ask(question: Question): Promise<readonly Reply[]> {
		this.#lastNumber++;
		const number = this.#lastNumber;
		return new Promise((resolve) => {
			this.#asked.set(number, resolve);
			send({ say: "ask", number, question });
		});
	}
}

function replyTo(question: Question, colleague: PeerProcess): Reply {
	switch (question.what) {
		case "processes":
			return colleague.processes();
		case "kill":
			return colleague.kill(question.id, question.kind);
		case "variable":
			colleague.learnVariable(question.name, question.value);
			return true;
		case "switch":
			colleague.learnSwitch(question.setting, question.value);
			return true;
		case "setup":
			colleague.learnSetup(question.change);
			return true;
	}
}

/** A channel that has just been closed is about to end this process. */
function send(message: Message): void {
	process.send?.(message, undefined, undefined, () => {});
}
