/**
 * One connection of the load: a request goes out as it is, and the answer is counted, not decoded.
 *
 * In: packets made beforehand. Out: counts of rows sent or changed; the rows' bytes where they are recorded. The
 * client shares the machine with the server, so that what it costs is taken from what is measured: it decodes
 * nothing, makes no string and allocates one object an answer.
 */
import { type Socket, connect } from "node:net";
import { type Address, encodeLogin, encodeSwitch } from "./handshake.ts";
import { PacketCutter, openPacket, readLength, wrapPacket } from "./packet.ts";
import { type Parameter, encodeExecute, encodePrepare, encodeQuery, printStatement, quitRequest } from "./request.ts";

export interface Answer {
	rows: number;
	affected: number;
}

/** Runs a statement with parameters. */
export type Call = (...parameters: Parameter[]) => Promise<Answer>;

export class ServerError extends Error {
	readonly code: number;

	constructor(code: number, sentence: string) {
		super(`${code}: ${sentence}`);
		this.code = code;
	}
}

/** All connections read into it: each read is used up before the next one. */
const inbox = Buffer.allocUnsafe(1 << 18);
const filePieceSize = 1 << 16;

const greeted = 0;
const awaitsHead = 1;
const awaitsDefinitions = 2;
const awaitsRows = 3;

export class Connection {
	/** While it is set, rows are copied to it as bytes of a Latin-1 string, and OK as `ok` and a count. */
	record: string[] | null = null;
	/** Bytes that LOAD DATA LOCAL sends. */
	file: readonly Buffer[] = [];
	readonly #socket: Socket;
	readonly #cutter = new PacketCutter((bytes, start, end) => this.#take(bytes, start, end));
	#phase = greeted;
	#definitions = 0;
	#answer: Answer = { rows: 0, affected: 0 };
	#settle: { resolve: (answer: Answer) => void; reject: (failure: Error) => void } | null = null;
	/** Packets of the handshake and of PREPARE, which are read one by one. */
	readonly #packets: Buffer[] = [];
	#wake: (() => void) | null = null;
	#failure: Error | null = null;
	#sequence = 0;

	private constructor(address: Address) {
		this.#socket = connect({
			host: address.host,
			port: address.port,
			noDelay: true,
			onread: {
				buffer: inbox,
				callback: (size, bytes) => {
					this.#cutter.push(bytes as Buffer, size);
					return true;
				},
			},
		});
		this.#socket.on("error", (failure) => this.#fail(failure));
		this.#socket.on("close", () => this.#fail(new Error("the server closed the connection")));
	}

	static async open(address: Address): Promise<Connection> {
		const connection = new Connection(address);
		const greeting = await connection.#packet();
		if (greeting[0] === 0xff) {
			throw readError(greeting, 0, greeting.length);
		}
		connection.#socket.write(wrapPacket(encodeLogin(greeting, address), 1));
		for (let packet = await connection.#packet(); packet[0] !== 0; packet = await connection.#packet()) {
			if (packet[0] === 0xff) {
				throw readError(packet, 0, packet.length);
			}
			if (packet[0] === 0xfe) {
				connection.#socket.write(wrapPacket(encodeSwitch(packet, address), connection.#sequence + 1));
			}
		}
		connection.#phase = awaitsHead;
		return connection;
	}

	/** One request at a time. */
	ask(request: Buffer): Promise<Answer> {
		if (this.#failure !== null) {
			return Promise.reject(this.#failure);
		}
		return new Promise((resolve, reject) => {
			this.#settle = { resolve, reject };
			this.#socket.write(request);
		});
	}

	query(sql: string): Promise<Answer> {
		return this.ask(encodeQuery(sql));
	}

	async prepare(sql: string): Promise<Call> {
		this.#phase = greeted;
		this.#socket.write(encodePrepare(sql));
		const head = await this.#packet();
		if (head[0] === 0xff) {
			this.#phase = awaitsHead;
			throw readError(head, 0, head.length);
		}
		for (const count of [head.readUInt16LE(7), head.readUInt16LE(5)]) {
			for (let left = count === 0 ? 0 : count + 1; left > 0; left--) {
				await this.#packet();
			}
		}
		this.#phase = awaitsHead;
		const statement = head.readUInt32LE(1);
		let isFirst = true;
		return (...parameters) => {
			const request = encodeExecute(statement, parameters, isFirst);
			isFirst = false;
			return this.ask(request);
		};
	}

	/** The same as `prepare` for clients that send text. */
	compose(sql: string): Call {
		const pieces = sql.split("?");
		return (...parameters) => this.ask(encodeQuery(printStatement(pieces, parameters)));
	}

	/** Says goodbye and closes. */
	quit(): void {
		this.#socket.end(quitRequest);
	}

	#take(bytes: Buffer, start: number, end: number): void {
		this.#sequence = bytes[start - 1] as number;
		const first = bytes[start] as number;
		if (this.#phase === awaitsRows) {
			this.#takeRow(bytes, start, end, first);
		} else if (this.#phase === awaitsDefinitions) {
			if (--this.#definitions === 0) {
				this.#phase = awaitsRows;
			}
		} else if (this.#phase === greeted) {
			this.#packets.push(Buffer.from(bytes.subarray(start, end)));
			this.#wake?.();
		} else if (first === 0) {
			this.#answer.affected = readLength(bytes, start + 1).value;
			this.record?.push(`ok ${this.#answer.affected}`);
			this.#finish(null);
		} else if (first === 0xff) {
			this.#finish(readError(bytes, start, end));
		} else if (first === 0xfb) {
			void this.#sendFile();
		} else {
			this.#definitions = readLength(bytes, start).value + 1;
			this.#phase = awaitsDefinitions;
		}
	}

	#takeRow(bytes: Buffer, start: number, end: number, first: number): void {
		if (first === 0xfe && end - start < 9) {
			this.#finish(null);
		} else if (first === 0xff) {
			this.#finish(readError(bytes, start, end));
		} else {
			this.#answer.rows++;
			this.record?.push(bytes.toString("latin1", start, end));
		}
	}

	#finish(failure: Error | null): void {
		const answer = this.#answer;
		const settle = this.#settle;
		this.#answer = { rows: 0, affected: 0 };
		this.#phase = awaitsHead;
		this.#settle = null;
		if (failure === null) {
			settle?.resolve(answer);
		} else {
			settle?.reject(failure);
		}
	}

	async #sendFile(): Promise<void> {
		let sequence = this.#sequence;
		for (const part of this.file) {
			for (let at = 0; at < part.length && this.#failure === null; at += filePieceSize) {
				const piece = part.subarray(at, at + filePieceSize);
				sequence = (sequence + 1) & 0xff;
				if (!this.#socket.write(wrapPacket(piece, sequence))) {
					await new Promise((resolve) => this.#socket.once("drain", resolve));
				}
			}
		}
		this.#socket.write(openPacket(0, (sequence + 1) & 0xff));
	}

	async #packet(): Promise<Buffer> {
		while (this.#packets.length === 0) {
			if (this.#failure !== null) {
				throw this.#failure;
			}
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
		return this.#packets.shift() as Buffer;
	}

	#fail(failure: Error): void {
		this.#failure ??= failure;
		this.#settle?.reject(this.#failure);
		this.#settle = null;
		this.#wake?.();
	}
}

/** 0xff | code (2) | # and state (6) | sentence */
function readError(bytes: Buffer, start: number, end: number): ServerError {
	const at = bytes[start + 3] === 0x23 ? start + 9 : start + 3;
	return new ServerError(bytes.readUInt16LE(start + 1), bytes.subarray(at, end).toString("utf8"));
}
