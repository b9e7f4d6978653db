/**
 * The door by which other processes bring their commits to the owner of the log: a socket in the data directory that
 * only this account can open.
 */
import { chmodSync, closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Server, Socket } from "node:net";
import { queueMicrotask } from "../../async/timers.ts";
import { reasonOf } from "../failure.ts";
import type { Commit } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";
import { decodeBatch } from "../page/batch-bytes.ts";
import { RecordReader } from "../page/record-bytes.ts";
import {
	bytesOfText,
	type CommitFrame,
	type FrameKind,
	frameKinds,
	FrameReader,
	FrameWriter,
	textOf,
} from "./commit-frame.ts";

/** Node's sockets, passed in by the program: most stores never load them. */
export type Sockets = Pick<typeof import("node:net"), "createServer" | "connect">;

/** The store behind the door. */
export interface DoorKeeper {
	commit(batch: FastBatch): Promise<Commit>;
	/** Resolves when the log has no owner here. */
	giveUp(): Promise<void>;
}

/** A socket's path may have 107 bytes, on some systems 103. */
const mostPathBytes = 103;
const nothing = new Uint8Array(0);

/** Name of the socket of a store. */
export function doorName(instance: string): string {
	return `verso-${instance}.sock`;
}

/** A path for a socket in a folder, however long the folder's is: by way of the open folder, where it must. */
export function pathInFolder(folder: string, name: string): { readonly path: string; leave(): void } {
	const path = join(folder, name);
	if (Buffer.byteLength(path) <= mostPathBytes) {
		return { path, leave() {} };
	}
	const opened = openSync(folder, "r");
	return { path: `/proc/self/fd/${opened}/${name}`, leave: () => closeSync(opened) };
}

export class FollowerDoor {
	readonly #instance: string;
	readonly #server: Server;
	readonly #connections = new Set<Socket>();
	#isClosed = false;

	constructor(sockets: Sockets, folder: string, instance: string, keeper: DoorKeeper) {
		this.#instance = instance;
		this.#server = sockets.createServer((socket) => this.#accept(socket, keeper));
		const { path, leave } = pathInFolder(folder, doorName(instance));
		this.#server.on("close", leave);
		// Without it the process takes no log, and others none of its.
		this.#server.on("error", () => {});
		rmSync(path, { force: true });
		// Otherwise the process that leads the workers would listen.
		this.#server.listen({ path, exclusive: true }, () => chmodSync(path, 0o600));
		this.#server.unref();
	}

	get isOpen(): boolean {
		return this.#server.listening && !this.#isClosed;
	}

	/** Commits that are not answered yet are sent again by those who made them, to someone else. */
	close(): void {
		this.#isClosed = true;
		this.#connections.forEach((socket) => socket.destroy());
		this.#server.close();
	}

	#accept(socket: Socket, keeper: DoorKeeper): void {
		const connection = new FollowerConnection(socket, this.#instance, keeper);
		this.#connections.add(socket);
		socket.on("data", (chunk: Buffer) => connection.take(chunk));
		socket.on("error", () => {});
		socket.on("close", () => this.#connections.delete(socket));
	}
}

class FollowerConnection {
	readonly #socket: Socket;
	readonly #instance: string;
	readonly #keeper: DoorKeeper;
	readonly #received = new FrameReader();
	readonly #replies = new FrameWriter();
	#isGreeted = false;

	constructor(socket: Socket, instance: string, keeper: DoorKeeper) {
		this.#socket = socket;
		this.#instance = instance;
		this.#keeper = keeper;
	}

	take(chunk: Buffer): void {
		for (const frame of this.#received.add(chunk)) {
			if (!this.#isGreeted) {
				if (frame.kind !== frameKinds.greeting || textOf(frame.body) !== this.#instance) {
					this.#socket.destroy();
					return;
				}
				this.#isGreeted = true;
			} else if (frame.kind === frameKinds.commit) {
				this.#commit(frame);
			} else if (frame.kind === frameKinds.giveUp) {
				this.#settle(
					frame.number,
					this.#keeper.giveUp().then(() => undefined),
				);
			}
		}
	}

	#commit({ number, body }: CommitFrame): void {
		const { since, batch } = decodeBatch(new RecordReader(body));
		// A range that only its own process has locked counts as changed.
		const locked = batch.ranges?.find(({ digest }) => digest === undefined);
		if (locked !== undefined) {
			this.#reply(frameKinds.conflict, number, bytesOfText(locked.from));
			return;
		}
		this.#settle(number, this.#keeper.commit({ ...batch, since }));
	}

	#settle(number: number, answer: Promise<Commit | undefined>): void {
		answer.then(
			(commit) =>
				commit === undefined || commit.done
					? this.#reply(frameKinds.done, number, nothing)
					: this.#reply(frameKinds.conflict, number, bytesOfText(commit.conflict)),
			(failure: unknown) => this.#reply(frameKinds.refused, number, Buffer.from(reasonOf(failure))),
		);
	}

	/** Those of one group go together. */
	#reply(kind: FrameKind, number: number, body: Uint8Array): void {
		if (this.#replies.isEmpty) {
			queueMicrotask(() => {
				const bytes = this.#replies.take();
				if (!this.#socket.destroyed) {
					this.#socket.write(bytes);
				}
			});
		}
		this.#replies.add(kind, number, body);
	}
}
