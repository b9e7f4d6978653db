/**
 * MySQL client of the warm-up: sends a command and waits for the last packet of its result.
 *
 * Results are returned as bytes; only the id of a prepared statement is read. Of the protocol it implements no more
 * than the end of a result:
 *
 *     OK, ERR                                            one packet
 *     00 id, 4 | columns, 2 | parameters, 2              a statement is prepared: an EOF for columns, one for parameters
 *     columns ... EOF rows ... EOF                       rows
 */
import type { Socket } from "node:net";

const okMark = 0x00;
const eofMark = 0xfe;
const errorMark = 0xff;
const longestEof = 9;

/** Long password, database, protocol 41, transactions, secure connection, plugin names. */
const capabilities = 0x1 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000;
const utf8mb4 = 45;
const intType = 3;
const textType = 253;

export type Parameter = number | string;

export class PracticeClient {
	readonly #socket: Socket;
	#received: Buffer = Buffer.alloc(0);
	#isPreparing = false;
	#resolve: (answer: Buffer) => void = () => {};
	#reject: (failure: Error) => void = () => {};

	private constructor(socket: Socket) {
		this.#socket = socket;
		socket.on("data", (chunk: Buffer) => this.#take(chunk));
		socket.on("error", (failure) => this.#reject(failure));
		socket.on("close", () => this.#reject(new Error("The warm-up's connection was closed")));
	}

	static async open(socket: Socket, database: string): Promise<PracticeClient> {
		const client = new PracticeClient(socket);
		await client.#answer();
		await client.#send(loginOf(database), 1);
		return client;
	}

	query(sql: string): Promise<Buffer> {
		return this.#send(Buffer.from(`\x03${sql}`), 0);
	}

	async prepare(sql: string): Promise<(...parameters: readonly Parameter[]) => Promise<Buffer>> {
		this.#isPreparing = true;
		const answer = await this.#send(Buffer.from(`\x16${sql}`), 0);
		this.#isPreparing = false;
		const id = answer.readUInt32LE(5);
		return (...parameters) => this.#send(executionOf(id, parameters), 0);
	}

	quit(): void {
		this.#socket.removeAllListeners("close").end(Buffer.from([1, 0, 0, 0, 1]));
	}

	#send(payload: Buffer, sequence: number): Promise<Buffer> {
		const head = Buffer.alloc(4);
		head.writeUIntLE(payload.length, 0, 3);
		head[3] = sequence;
		this.#socket.write(Buffer.concat([head, payload]));
		return this.#answer();
	}

	#answer(): Promise<Buffer> {
		return new Promise((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
		});
	}

	#take(chunk: Buffer): void {
		this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
		const answer = this.#received;
		if (!isWhole(answer, this.#isPreparing)) {
			return;
		}
		this.#received = Buffer.alloc(0);
		if (answer[4] === errorMark) {
			this.#reject(new Error(answer.toString("latin1", 7)));
		} else {
			this.#resolve(answer);
		}
	}
}

function isWhole(answer: Buffer, isPreparing: boolean): boolean {
	let ends = 0;
	let wanted = 2;
	for (let at = 0; at + 4 < answer.length; ) {
		const length = answer.readUIntLE(at, 3);
		const mark = answer[at + 4];
		if (at + 4 + length > answer.length) {
			return false;
		}
		if (at === 0 && (!isPreparing || mark === errorMark)) {
			// The greeting is one packet, too.
			if (mark === okMark || mark === errorMark || length > 40) {
				return true;
			}
		} else if (at === 0) {
			wanted = Math.sign(answer.readUInt16LE(9)) + Math.sign(answer.readUInt16LE(11));
		}
		ends += at > 0 && mark === eofMark && length < longestEof ? 1 : 0;
		if (ends === wanted) {
			return true;
		}
		at += 4 + length;
	}
	return false;
}

function loginOf(database: string): Buffer {
	const head = Buffer.alloc(32);
	head.writeUInt32LE(capabilities, 0);
	head.writeUInt32LE(1 << 24, 4);
	head[8] = utf8mb4;
	return Buffer.concat([head, Buffer.from(`root\0\0${database}\0mysql_native_password\0`)]);
}

/** 17 id, 4 | 00 | 1, 4 | bits of NULLs | 01 | types, 2 each | values */
function executionOf(id: number, parameters: readonly Parameter[]): Buffer {
	const head = Buffer.alloc(10);
	head[0] = 0x17;
	head.writeUInt32LE(id, 1);
	head[6] = 1;
	if (parameters.length === 0) {
		return head;
	}
	return Buffer.concat([
		head,
		Buffer.alloc((parameters.length + 7) >> 3),
		Buffer.from([1]),
		Buffer.from(parameters.flatMap((parameter) => [typeof parameter === "number" ? intType : textType, 0])),
		...parameters.map(valueOf),
	]);
}

function valueOf(parameter: Parameter): Buffer {
	if (typeof parameter === "string") {
		return Buffer.from(`${String.fromCharCode(parameter.length)}${parameter}`, "latin1");
	}
	const bytes = Buffer.alloc(4);
	bytes.writeInt32LE(parameter);
	return bytes;
}
