/**
 * Client that sends and receives single packets, for input that no driver sends.
 */
import { connect, type Socket } from "node:net";
import { PacketWriter } from "../../apps/server/encode.ts";
import { PacketReader } from "../../apps/server/packet.ts";

/** PROTOCOL_41, SECURE_CONNECTION, PLUGIN_AUTH, PLUGIN_AUTH_LENENC. */
export const modern = 0x200 | 0x8000 | 0x80000 | 0x200000;
export const deprecateEof = 0x1000000;

/** Of `internalError`. */
export const noEnd = "no end of its answers";

export class RawClient {
	readonly socket: Socket;
	readonly #reader = new PacketReader(1 << 26);
	readonly #payloads: Buffer[] = [];
	#wake: () => void = () => {};
	closed = false;
	/** Sequence number of the payload that came last. */
	lastSequence = -1;

	/** `place`: a port of this machine, or the path of a Unix socket. */
	constructor(place: number | string) {
		this.socket = typeof place === "number" ? connect(place, "127.0.0.1") : connect(place);
		this.socket.on("error", () => {});
		this.socket.on("close", () => {
			this.closed = true;
			this.#wake();
		});
		this.socket.on("data", (chunk) => {
			this.#reader.feed(chunk as Buffer);
			this.#drain();
			this.#wake();
		});
	}

	/** Any sequence number is accepted, since these tests check the payloads: the likely ones are tried first. */
	#drain(): void {
		for (;;) {
			const likely = [(this.lastSequence + 1) & 0xff, 1];
			for (let at = 0; at < likely.length + 0x100; at++) {
				const sequence = likely[at] ?? at - likely.length;
				try {
					const payload = this.#reader.next(sequence);
					if (payload === undefined) {
						return;
					}
					this.lastSequence = sequence;
					this.#payloads.push(payload);
					break;
				} catch {
					// The next one.
				}
			}
		}
	}

	/** Returns the next payload; null after the server has closed the connection. */
	async receive(): Promise<Buffer | null> {
		while (this.#payloads.length === 0 && !this.closed) {
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
		return this.#payloads.shift() ?? null;
	}

	/**
	 * Reads until the server has closed the connection.
	 *
	 * @returns the sentence of an internal error among the answers, or `noEnd` after so long
	 */
	async internalError(patienceMs: number): Promise<string | undefined> {
		let isLate = false;
		const timer = setTimeout(() => {
			isLate = true;
			this.socket.destroy();
		}, patienceMs);
		let found: string | undefined;
		for (let answer = await this.receive(); answer !== null; answer = await this.receive()) {
			const text = code(answer) === 1105 ? answer.toString("latin1", 9) : "";
			found ??= text.includes("Internal error") ? text : undefined;
		}
		clearTimeout(timer);
		return found ?? (isLate ? noEnd : undefined);
	}

	send(sequence: number, ...parts: readonly (string | Buffer)[]): void {
		this.socket.write(frame(sequence, ...parts));
	}

	async ask(...parts: readonly (string | Buffer)[]): Promise<Buffer | null> {
		this.send(0, ...parts);
		return this.receive();
	}

	async login(capabilities = modern, plugin = "mysql_native_password", user = "root"): Promise<Buffer | null> {
		await this.receive();
		this.send(1, response(capabilities, user, Buffer.alloc(0), plugin));
		return this.receive();
	}
}

export function frame(sequence: number, ...parts: readonly (string | Buffer)[]): Buffer {
	const writer = new PacketWriter();
	writer.sequence = sequence;
	writer.begin();
	for (const part of parts) {
		writer.buffer(typeof part === "string" ? Buffer.from(part, "latin1") : part);
	}
	writer.end();
	return Buffer.from(writer.view());
}

export function response(capabilities: number, user: string, answer: Buffer, plugin: string): Buffer {
	const head = Buffer.alloc(32);
	head.writeUInt32LE(capabilities);
	head[8] = 46;
	return Buffer.concat([
		head,
		Buffer.from(`${user}\0`),
		Buffer.from([answer.length]),
		answer,
		Buffer.from(`${plugin}\0`),
	]);
}

/** Returns the code of an error packet. */
export function code(payload: Buffer | null): number | undefined {
	return payload?.[0] === 0xff ? payload.readUInt16LE(1) : undefined;
}
