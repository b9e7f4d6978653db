/**
 * A process's link to the owner of the log: sends its commits, those of a turn of the event loop together.
 */
import type { Socket } from "node:net";
import { setImmediate } from "../../async/timers.ts";
import { BrokenStore } from "../failure.ts";
import type { Key } from "../contract.ts";
import {
	bytesOfText,
	type CommitFrame,
	type FrameKind,
	frameKinds,
	FrameReader,
	FrameWriter,
	textOf,
} from "./commit-frame.ts";

/** `lost`: the owner is gone, or is ending; it is unknown here whether it did what was asked. */
type OwnerAnswer =
	| { readonly kind: "done" }
	| { readonly kind: "conflict"; readonly key: Key }
	| { readonly kind: "refused"; readonly failure: BrokenStore }
	| { readonly kind: "lost" };

const lost: OwnerAnswer = { kind: "lost" };
const nothing = new Uint8Array(0);

export class OwnerLink {
	readonly #socket: Socket;
	readonly #frames = new FrameWriter();
	readonly #received = new FrameReader();
	readonly #asked = new Map<number, (answer: OwnerAnswer) => void>();
	#number = 0;
	#isScheduled = false;
	isLost = false;

	/** `instance`: the owner's. */
	constructor(socket: Socket, instance: string) {
		this.#socket = socket;
		this.#frames.add(frameKinds.greeting, 0, bytesOfText(instance));
		socket.on("data", (chunk: Buffer) => this.#take(chunk));
		// It is followed by "close".
		socket.on("error", () => {});
		socket.on("close", () => this.#lose());
	}

	commit(batch: Uint8Array): Promise<OwnerAnswer> {
		return this.#ask(frameKinds.commit, batch);
	}

	/** Asks the owner to give up the log. */
	giveUp(): Promise<OwnerAnswer> {
		return this.#ask(frameKinds.giveUp, nothing);
	}

	close(): void {
		this.#socket.destroy();
		this.#lose();
	}

	#ask(kind: FrameKind, body: Uint8Array): Promise<OwnerAnswer> {
		if (this.isLost) {
			return Promise.resolve(lost);
		}
		const number = ++this.#number;
		this.#frames.add(kind, number, body);
		if (!this.#isScheduled) {
			this.#isScheduled = true;
			setImmediate(() => {
				this.#isScheduled = false;
				this.#socket.write(this.#frames.take());
			});
		}
		return new Promise((resolve) => this.#asked.set(number, resolve));
	}

	#take(chunk: Buffer): void {
		for (const frame of this.#received.add(chunk)) {
			const answer = this.#asked.get(frame.number);
			this.#asked.delete(frame.number);
			answer?.(answerIn(frame));
		}
	}

	#lose(): void {
		this.isLost = true;
		const asked = [...this.#asked.values()];
		this.#asked.clear();
		asked.forEach((answer) => answer(lost));
	}
}

function answerIn({ kind, body }: CommitFrame): OwnerAnswer {
	switch (kind) {
		case frameKinds.done:
			return { kind: "done" };
		case frameKinds.conflict:
			return { kind: "conflict", key: textOf(body) };
		default:
			return { kind: "refused", failure: new BrokenStore(Buffer.from(body).toString()) };
	}
}
