/**
 * Packets of an answer: encoded by the server's own encoders, taken apart again and named.
 *
 * The client is one of protocol 4.1 without CLIENT_DEPRECATE_EOF and CLIENT_SESSION_TRACK: result sets end with EOF.
 */
import { Writable } from "node:stream";
import { decodeText, type Session } from "../../core/index.ts";
import { PacketWriter } from "../server/encode.ts";
import { headerLength } from "../server/packet.ts";
import { PacketSink } from "../server/packet-sink.ts";
import { SocketWriter } from "../server/socket-writer.ts";

export interface TracedPacket {
	readonly sequence: number;
	/** `OK`, `ERR`, `EOF`, `column count`, `column definition`, `row`. */
	readonly kind: string;
	/** The payload's fields in their order. */
	readonly fields: readonly (readonly [name: string, value: string])[];
	/** Header and payload in hexadecimal. */
	readonly bytes: string;
}

/** Packets that are listed; the rest is counted. */
const mostPackets = 200;

/** A result sink that encodes as the server does, and keeps the bytes. */
export class TracedSink extends PacketSink {
	readonly #chunks: Buffer[];
	readonly #flush: () => void;

	constructor(session: Session) {
		const chunks: Buffer[] = [];
		const writer = new PacketWriter();
		const stream = new Writable({
			write(chunk: Buffer, _encoding, done) {
				chunks.push(Buffer.from(chunk));
				done();
			},
		});
		const outlet = new SocketWriter(stream as unknown as ConstructorParameters<typeof SocketWriter>[0], writer);
		super(session, writer, outlet, 0);
		writer.sequence = 1;
		this.#chunks = chunks;
		this.#flush = () => outlet.flush();
		this.start("text");
	}

	/** All that was sent. */
	bytes(): Buffer {
		this.#flush();
		return Buffer.concat(this.#chunks);
	}
}

export function packetsOf(bytes: Buffer): { readonly packets: readonly TracedPacket[]; readonly unlisted: number } {
	const packets: TracedPacket[] = [];
	const reader = new AnswerReader();
	let unlisted = 0;
	for (let at = 0; at < bytes.length; ) {
		const end = at + headerLength + bytes.readUIntLE(at, 3);
		const payload = bytes.subarray(at + headerLength, end);
		const named = reader.name(payload);
		if (packets.length < mostPackets) {
			packets.push({ sequence: bytes[at + 3] ?? 0, ...named, bytes: bytes.subarray(at, end).toString("hex") });
		} else {
			unlisted++;
		}
		at = end;
	}
	return { packets, unlisted };
}

type Named = Pick<TracedPacket, "kind" | "fields">;

/** Names the packets of one answer; which packet comes next depends on those before. */
class AnswerReader {
	#stage: "start" | "columns" | "rows" = "start";
	#names: string[] = [];
	#awaited = 0;

	name(payload: Buffer): Named {
		const first = payload[0] ?? 0;
		if (first === 0xff) {
			return { kind: "ERR", fields: errorFields(payload) };
		}
		if (first === 0xfe && payload.length < 9 && this.#stage !== "start") {
			this.#stage = this.#stage === "columns" ? "rows" : "start";
			return { kind: "EOF", fields: eofFields(payload) };
		}
		if (this.#stage === "columns") {
			return this.#column(payload);
		}
		if (this.#stage === "rows") {
			return { kind: "row", fields: rowFields(payload, this.#names) };
		}
		if (first === 0) {
			return { kind: "OK", fields: okFields(payload) };
		}
		const cursor = new Cursor(payload);
		this.#stage = "columns";
		this.#names = [];
		this.#awaited = Number(cursor.lenencInteger());
		return { kind: "column count", fields: [["columns", String(this.#awaited)]] };
	}

	#column(payload: Buffer): Named {
		const cursor = new Cursor(payload);
		const [, database, table, originalTable, name, originalName] = Array.from({ length: 6 }, () => cursor.lenencText());
		cursor.integer(1);
		const collation = cursor.integer(2);
		const length = cursor.integer(4);
		const type = cursor.integer(1);
		const flags = cursor.integer(2);
		const decimals = cursor.integer(1);
		this.#names.push(name ?? "");
		const fields: (readonly [string, string])[] = [
			["name", name ?? ""],
			["original name", originalName ?? ""],
			["table", table ?? ""],
			["original table", originalTable ?? ""],
			["database", database ?? ""],
			["type", String(type)],
			["length", String(length)],
			["collation", String(collation)],
			["flags", `0x${flags.toString(16).padStart(4, "0")}`],
			["decimals", String(decimals)],
		];
		return { kind: "column definition", fields: fields.filter(([, value]) => value !== "") };
	}
}

function okFields(payload: Buffer): Named["fields"] {
	const cursor = new Cursor(payload);
	cursor.integer(1);
	const affected = cursor.lenencInteger();
	const insertId = cursor.lenencInteger();
	const status = cursor.integer(2);
	const warnings = cursor.integer(2);
	const info = cursor.isAtEnd ? "" : cursor.lenencText();
	return [
		["affected rows", String(affected)],
		["insert id", String(insertId)],
		["status", statusText(status)],
		["warnings", String(warnings)],
		...(info === "" ? [] : [["info", info] as const]),
	];
}

function eofFields(payload: Buffer): Named["fields"] {
	return [
		["warnings", String(payload.readUInt16LE(1))],
		["status", statusText(payload.readUInt16LE(3))],
	];
}

function errorFields(payload: Buffer): Named["fields"] {
	return [
		["code", String(payload.readUInt16LE(1))],
		["SQL state", payload.toString("latin1", 4, 9)],
		["message", payload.toString("utf8", 9)],
	];
}

function rowFields(payload: Buffer, names: readonly string[]): Named["fields"] {
	const cursor = new Cursor(payload);
	return names.map((name) => [name, cursor.cell()] as const);
}

const statusNames: readonly (readonly [number, string])[] = [
	[1, "in transaction"],
	[2, "autocommit"],
	[8, "more results"],
	[512, "no backslash escapes"],
];

function statusText(status: number): string {
	const names = statusNames.filter(([bit]) => (status & bit) !== 0).map(([, name]) => name);
	return `0x${status.toString(16).padStart(4, "0")}${names.length === 0 ? "" : ` ${names.join(", ")}`}`;
}

class Cursor {
	readonly #bytes: Buffer;
	#at = 0;

	constructor(bytes: Buffer) {
		this.#bytes = bytes;
	}

	get isAtEnd(): boolean {
		return this.#at >= this.#bytes.length;
	}

	integer(length: number): number {
		this.#at += length;
		return this.#bytes.readUIntLE(this.#at - length, length);
	}

	lenencInteger(): bigint {
		const first = this.integer(1);
		if (first < 0xfb) {
			return BigInt(first);
		}
		if (first === 0xfe) {
			this.#at += 8;
			return this.#bytes.readBigUInt64LE(this.#at - 8);
		}
		return BigInt(this.integer(first === 0xfc ? 2 : 3));
	}

	lenencText(): string {
		return printable(this.#take(Number(this.lenencInteger())));
	}

	cell(): string {
		if (this.#bytes[this.#at] === 0xfb) {
			this.#at++;
			return "NULL";
		}
		return `'${this.lenencText()}'`;
	}

	#take(length: number): Buffer {
		this.#at += length;
		return this.#bytes.subarray(this.#at - length, this.#at);
	}
}

function printable(bytes: Buffer): string {
	const text = decodeText(bytes.toString("latin1"));
	return Buffer.from(text, "utf8").equals(bytes) ? text : `0x${bytes.toString("hex")}`;
}
