/**
 * Record of the shared log: its head, its kinds, and their bytes.
 *
 *     | version 1 | kind 1 | author | number 8 | position 8 | digest 4 | body |
 *
 * `number` counts the author's records from 1; `position` is the last record that the author had applied when it wrote
 * this one, and `digest` its rolling digest there (`digest.ts`).
 *
 *     batches   | count 4 | batch ... |           commits of one turn of the event loop, each decided for itself
 *     part      | bytes |                         a part of the body of `batches` too large for one record
 *     whole     | first 8 | parts 4 |             the records `first`, `first` + 1, ... of this author are one body
 *     join      | facts as JSON |                 the author is a member from here on
 *     leave     | |                               and no more
 *     out       | member | heard 8 |              that member is out, unless it was heard of after that position
 *     beat      | folded 8 |                      the author lives, and has this position in its file
 *
 * A version or kind that a server does not know stops it: a record that one server skips and another applies would
 * make two databases of one.
 */
import { decodeBatch, type LoggedBatch } from "../page/batch-bytes.ts";
import { LogFailure, type Position } from "./commit-log.ts";
import { RecordReader, RecordWriter } from "../page/record-bytes.ts";

const version = 1;

export type MemberName = string;

/** Facts that a member gives of itself when it joins: for people. */
export interface MemberFacts {
	readonly host: string;
	readonly port: number;
	readonly release: string;
	/** The name under which the same data directory was a member before: it is out. */
	readonly replaces?: MemberName;
}

type RecordBody =
	| { readonly kind: "batches"; readonly batches: readonly LoggedBatch[] }
	| { readonly kind: "part"; readonly bytes: Uint8Array }
	| { readonly kind: "whole"; readonly first: number; readonly parts: number }
	| { readonly kind: "join"; readonly facts: MemberFacts }
	| { readonly kind: "leave" }
	| { readonly kind: "out"; readonly member: MemberName; readonly heard: Position }
	| { readonly kind: "beat"; readonly folded: Position };

interface RecordHead {
	readonly author: MemberName;
	readonly number: number;
	readonly position: Position;
	readonly digest: number;
}

export type DecodedRecord = RecordHead & { readonly body: RecordBody };

/** The bytes that `encodeBatches` is given, or those of any other body. */
type BodyToWrite =
	| Exclude<RecordBody, { readonly kind: "batches" }>
	| { readonly kind: "batches"; readonly bytes: Uint8Array };

const kinds = ["batches", "part", "whole", "join", "leave", "out", "beat"] as const;

export function encodeRecord({ author, number, position, digest }: RecordHead, body: BodyToWrite): Uint8Array {
	const to = new RecordWriter();
	to.byte(version);
	to.byte(kinds.indexOf(body.kind));
	to.key(author);
	to.double(number);
	to.double(position);
	to.number(digest);
	encodeBody(body, to);
	return to.finish();
}

/** Bytes of a record beside its body. */
export function headBytes(author: MemberName): number {
	return 2 + 2 + author.length + 8 + 8 + 4;
}

function encodeBody(body: BodyToWrite, to: RecordWriter): void {
	switch (body.kind) {
		case "batches":
		case "part":
			to.bytes(body.bytes);
			return;
		case "whole":
			to.double(body.first);
			to.number(body.parts);
			return;
		case "join":
			to.bytes(Buffer.from(JSON.stringify(body.facts)));
			return;
		case "out":
			to.key(body.member);
			to.double(body.heard);
			return;
		case "beat":
			to.double(body.folded);
			return;
		case "leave":
	}
}

/** Throws a LogFailure at a record that this program cannot read. */
export function decodeRecord(bytes: Uint8Array): DecodedRecord {
	try {
		const from = new RecordReader(bytes);
		const read = from.byte();
		const kind = kinds[from.byte()];
		if (read !== version || kind === undefined) {
			throw new LogFailure(
				"A newer verso has written a record that this one cannot read: start this server with that one.",
			);
		}
		const head = { author: from.key(), number: from.double(), position: from.double(), digest: from.number() };
		const record = { ...head, body: decodeBody(kind, from) };
		if (!from.isAtEnd) {
			throw new RangeError("A record goes on after its contents.");
		}
		return record;
	} catch (failure) {
		if (failure instanceof LogFailure) {
			throw failure;
		}
		throw new LogFailure(`A record is damaged: ${(failure as Error).message}`);
	}
}

function decodeBody(kind: RecordBody["kind"], from: RecordReader): RecordBody {
	switch (kind) {
		case "batches":
			return { kind, batches: readBatches(from) };
		case "part":
			return { kind, bytes: from.rest() };
		case "whole":
			return { kind, first: from.double(), parts: from.number() };
		case "join":
			return { kind, facts: JSON.parse(Buffer.from(from.rest()).toString()) as MemberFacts };
		case "leave":
			return { kind };
		case "out":
			return { kind, member: from.key(), heard: from.double() };
		case "beat":
			return { kind, folded: from.double() };
	}
}

function readBatches(from: RecordReader): LoggedBatch[] {
	return Array.from({ length: from.number() }, () => decodeBatch(from));
}

/** The body that parts make up. */
export function decodeBatches(bytes: Uint8Array): readonly LoggedBatch[] {
	return readBatches(new RecordReader(bytes));
}
