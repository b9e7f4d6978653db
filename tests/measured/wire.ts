/**
 * Client of the MySQL protocol that keeps all bytes: recordings hold error messages that are not valid UTF-8.
 *
 * Answers have the form of recordings. It logs in as the recorder did: user root without password, database test,
 * collation 45, no CLIENT_FOUND_ROWS, no multi-statements, no SET NAMES.
 *
 *     packet   length (3, little-endian) | sequence number (1) | payload
 */
import { type Socket, connect } from "node:net";
import { encodeParameter, type Parameter, printMoment } from "./parameter.ts";

const moments: readonly number[] = [7, 10, 11, 12];
/** CLIENT_LONG_PASSWORD, LONG_FLAG, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH. */
const capabilities = 0x1 | 0x4 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000;
const collationId = 45;

/** Text where the bytes are UTF-8, else `{ hex }`. */
export type Cell = string | null | { readonly hex: string };

type PreparedValue = string | number | null | { readonly hex: string } | Parameter;

export interface WireResult {
	ok?: { affected: number; insertId: number | string; warnings: number };
	columns?: Cell[];
	rows?: Cell[][];
	error?: { code: number; state: string; message: Cell };
	/** Level, code, message. */
	warnings?: Cell[][];
}

export class WireClient {
	readonly #socket: Socket;
	#received = Buffer.alloc(0);
	#wake: (() => void) | undefined;
	#closed = false;
	#sequence = 0;

	private constructor(socket: Socket) {
		this.#socket = socket;
		socket.on("data", (chunk) => {
			this.#received = Buffer.concat([this.#received, chunk]);
			this.#wake?.();
		});
		socket.on("close", () => {
			this.#closed = true;
			this.#wake?.();
		});
		socket.on("error", () => {});
	}

	static async open(host: string, port: number, user = "root", database = "test"): Promise<WireClient> {
		const socket = connect({ host, port, noDelay: true });
		const client = new WireClient(socket);
		await client.#packet();
		const fixed = Buffer.alloc(32);
		fixed.writeUInt32LE(capabilities, 0);
		fixed.writeUInt32LE(1 << 24, 4);
		fixed[8] = collationId;
		const text = Buffer.from(`${user}\0\0${database}\0mysql_native_password\0`, "utf8");
		client.#send(Buffer.concat([fixed, text]), 1);
		const answer = await client.#packet();
		if (answer[0] === 0xff) {
			throw new Error(`cannot connect: ${answer.subarray(9).toString()}`);
		}
		if (answer[0] === 0xfe) {
			client.#send(Buffer.alloc(0), client.#sequence + 1);
			await client.#packet();
		}
		return client;
	}

	async query(sql: string): Promise<WireResult> {
		this.#send(Buffer.concat([Buffer.from([3]), Buffer.from(sql, "utf8")]), 0);
		return this.#withWarnings(await this.#result(false));
	}

	/** Strings and raw bytes are sent as VAR_STRING, integers as LONGLONG, typed parameters as their type. */
	async prepared(sql: string, parameters: readonly PreparedValue[]): Promise<WireResult> {
		this.#send(Buffer.concat([Buffer.from([0x16]), Buffer.from(sql, "utf8")]), 0);
		const head = await this.#packet();
		if (head[0] === 0xff) {
			return readError(head);
		}
		const id = head.readUInt32LE(1);
		await this.#skipDefinitions(head.readUInt16LE(7));
		await this.#skipDefinitions(head.readUInt16LE(5));
		this.#send(encodeExecute(id, parameters), 0);
		const result = await this.#result(true);
		const close = Buffer.alloc(5);
		close[0] = 0x19;
		close.writeUInt32LE(id, 1);
		this.#send(close, 0);
		return this.#withWarnings(result);
	}

	close(): void {
		this.#socket.destroy();
	}

	async #withWarnings(result: WireResult): Promise<WireResult> {
		if (result.ok !== undefined && result.ok.warnings > 0) {
			this.#send(Buffer.concat([Buffer.from([3]), Buffer.from("show warnings")]), 0);
			const shown = await this.#result(false);
			return { ...result, warnings: shown.rows ?? [] };
		}
		return result;
	}

	async #skipDefinitions(count: number): Promise<void> {
		for (let at = 0; at < count + (count > 0 ? 1 : 0); at++) {
			await this.#packet();
		}
	}

	async #result(isBinary: boolean): Promise<WireResult> {
		const head = await this.#packet();
		if (head[0] === 0xff) {
			return readError(head);
		}
		if (head[0] === 0) {
			const affected = readInteger(head, 1);
			const insertId = readInteger(head, affected.next);
			return {
				ok: {
					affected: Number(affected.value),
					insertId: safe(insertId.value),
					warnings: head.readUInt16LE(insertId.next + 2),
				},
			};
		}
		const count = Number(readInteger(head, 0).value);
		const definitions: Definition[] = [];
		for (let at = 0; at < count; at++) {
			definitions.push(readDefinition(await this.#packet()));
		}
		await this.#packet();
		const rows: Cell[][] = [];
		for (let packet = await this.#packet(); !(packet[0] === 0xfe && packet.length < 9); packet = await this.#packet()) {
			if (packet[0] === 0xff) {
				return readError(packet);
			}
			rows.push(isBinary ? readBinaryRow(packet, definitions) : readTextRow(packet, count));
		}
		return { columns: definitions.map(({ name }) => name), rows };
	}

	#send(payload: Buffer, sequence: number): void {
		const head = Buffer.alloc(4);
		head.writeUIntLE(payload.length, 0, 3);
		head[3] = sequence;
		this.#socket.write(Buffer.concat([head, payload]));
	}

	async #packet(): Promise<Buffer> {
		while (this.#received.length < 4 || this.#received.length < 4 + this.#received.readUIntLE(0, 3)) {
			if (this.#closed) {
				throw new Error("the server closed the connection");
			}
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
		const end = 4 + this.#received.readUIntLE(0, 3);
		this.#sequence = this.#received[3] as number;
		const payload = this.#received.subarray(4, end);
		this.#received = this.#received.subarray(end);
		return payload;
	}
}

interface Definition {
	readonly name: Cell;
	readonly type: number;
	readonly unsigned: boolean;
}

function readDefinition(packet: Buffer): Definition {
	let at = 0;
	const parts: Buffer[] = [];
	for (let part = 0; part < 6; part++) {
		const length = readInteger(packet, at);
		parts.push(packet.subarray(length.next, length.next + Number(length.value)));
		at = length.next + Number(length.value);
	}
	return {
		name: printCell(parts[4] as Buffer),
		type: packet[at + 7] as number,
		unsigned: (packet.readUInt16LE(at + 8) & 32) !== 0,
	};
}

function readTextRow(packet: Buffer, count: number): Cell[] {
	const cells: Cell[] = [];
	let at = 0;
	for (let column = 0; column < count; column++) {
		if (packet[at] === 0xfb) {
			cells.push(null);
			at++;
		} else {
			const length = readInteger(packet, at);
			at = length.next + Number(length.value);
			cells.push(printCell(packet.subarray(length.next, at)));
		}
	}
	return cells;
}

/** The recorder printed binary values as text. */
function readBinaryRow(packet: Buffer, definitions: readonly Definition[]): Cell[] {
	let at = 1 + ((definitions.length + 9) >> 3);
	return definitions.map(({ type, unsigned }, column) => {
		const bit = column + 2;
		if (((packet[1 + (bit >> 3)] as number) >> (bit & 7)) & 1) {
			return null;
		}
		const width = { 1: 1, 2: 2, 13: 2, 3: 4, 9: 4, 8: 8 }[type];
		if (width !== undefined) {
			const bytes = packet.subarray(at, at + width);
			at += width;
			return width === 8
				? (unsigned ? bytes.readBigUInt64LE() : bytes.readBigInt64LE()).toString()
				: String(unsigned ? bytes.readUIntLE(0, width) : bytes.readIntLE(0, width));
		}
		if (type === 5 || type === 4) {
			const value = type === 5 ? packet.readDoubleLE(at) : packet.readFloatLE(at);
			at += type === 5 ? 8 : 4;
			return String(value);
		}
		const length = readInteger(packet, at);
		at = length.next + Number(length.value);
		const bytes = packet.subarray(length.next, at);
		return moments.includes(type) ? printMoment(type, bytes) : printCell(bytes);
	});
}

function encodeExecute(id: number, parameters: readonly PreparedValue[]): Buffer {
	const head = Buffer.alloc(10);
	head[0] = 0x17;
	head.writeUInt32LE(id, 1);
	head.writeUInt32LE(1, 6);
	if (parameters.length === 0) {
		return head;
	}
	const nulls = Buffer.alloc((parameters.length + 7) >> 3);
	const types: Buffer[] = [];
	const values: Buffer[] = [];
	parameters.forEach((parameter, at) => {
		if (parameter === null) {
			nulls[at >> 3] = (nulls[at >> 3] as number) | (1 << (at & 7));
			types.push(Buffer.from([6, 0]));
		} else if (typeof parameter === "number") {
			const value = Buffer.alloc(8);
			value.writeBigInt64LE(BigInt(parameter));
			types.push(Buffer.from([8, 0]));
			values.push(value);
		} else if (typeof parameter === "object" && "type" in parameter) {
			nulls[at >> 3] = (nulls[at >> 3] as number) | (parameter.value === null ? 1 << (at & 7) : 0);
			const [type, value] = encodeParameter(parameter);
			types.push(type);
			values.push(value);
		} else {
			const bytes = typeof parameter === "string" ? Buffer.from(parameter, "utf8") : Buffer.from(parameter.hex, "hex");
			types.push(Buffer.from([253, 0]));
			values.push(encodeLength(bytes.length), bytes);
		}
	});
	return Buffer.concat([head, nulls, Buffer.from([1]), ...types, ...values]);
}

function encodeLength(length: number): Buffer {
	if (length < 251) {
		return Buffer.from([length]);
	}
	const bytes = Buffer.alloc(length < 65536 ? 3 : 4);
	bytes[0] = length < 65536 ? 0xfc : 0xfd;
	bytes.writeUIntLE(length, 1, bytes.length - 1);
	return bytes;
}

function readError(packet: Buffer): WireResult {
	return {
		error: {
			code: packet.readUInt16LE(1),
			state: packet.subarray(4, 9).toString("latin1"),
			message: printCell(packet.subarray(9)),
		},
	};
}

function readInteger(bytes: Buffer, at: number): { value: bigint; next: number } {
	const first = bytes[at] as number;
	if (first < 251) {
		return { value: BigInt(first), next: at + 1 };
	}
	const width = first === 0xfc ? 2 : first === 0xfd ? 3 : 8;
	const value = width === 8 ? bytes.readBigUInt64LE(at + 1) : BigInt(bytes.readUIntLE(at + 1, width));
	return { value, next: at + 1 + width };
}

function safe(value: bigint): number | string {
	return value > 9007199254740991n ? value.toString() : Number(value);
}

function printCell(bytes: Buffer): Cell {
	const text = bytes.toString("utf8");
	return Buffer.from(text, "utf8").equals(bytes) ? text : { hex: bytes.toString("hex") };
}
