/**
 * Scratch file: records that are written behind one another and read again by their number. It has no name once it is
 * open, so that it goes with the process.
 *
 *     record 0 \n record 1 \n record 2 \n ...        latin1 text of JSON; where each 16th begins is kept in memory
 */
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reasonOf } from "../cli/read-statements.ts";
import { UsageError } from "../compose/usage-error.ts";

const writtenBytes = 1 << 18;
const readBytes = 1 << 16;
const firstMarks = 256;
/** Of so many records one's place is kept; those behind it are looked for. */
const recordsOfMark = 16;
const recordEnd = 0x0a;

const closing = new FinalizationRegistry((descriptor: number) => closeSync(descriptor));

export class ScratchFile {
	readonly #descriptor = openScratch();
	/** Where the first of each `recordsOfMark` records begins. */
	#marks = new Float64Array(firstMarks);
	#length = 0;
	/** Bytes that are not yet in the file. */
	readonly #tail = Buffer.allocUnsafe(writtenBytes);
	#tailAt = 0;
	#tailBytes = 0;
	/** The last that were read: so many bytes of the window. */
	#window = Buffer.alloc(0);
	#windowBytes = 0;
	#windowAt = 0;
	/** The record behind the last that was read, and where it begins. */
	#next = 0;
	#nextAt = 0;

	constructor() {
		closing.register(this, this.#descriptor);
	}

	get length(): number {
		return this.#length;
	}

	/** Throws UsageError where the disk is full. */
	push(record: unknown): void {
		const text = `${latinJson(record)}\n`;
		if (this.#tailBytes + text.length > writtenBytes) {
			this.#write(this.#tail.subarray(0, this.#tailBytes));
			this.#tailBytes = 0;
		}
		if (this.#length % recordsOfMark === 0) {
			this.#mark(this.#tailAt + this.#tailBytes);
		}
		if (text.length > writtenBytes) {
			this.#write(Buffer.from(text, "latin1"));
		} else {
			this.#tailBytes += this.#tail.write(text, this.#tailBytes, "latin1");
		}
		this.#length++;
	}

	#mark(at: number): void {
		const number = this.#length / recordsOfMark;
		if (number === this.#marks.length) {
			const grown = new Float64Array(number * 2);
			grown.set(this.#marks);
			this.#marks = grown;
		}
		this.#marks[number] = at;
	}

	read(number: number): unknown {
		const from = this.#beginOf(number);
		const end = this.#endFrom(from);
		this.#next = number + 1;
		this.#nextAt = end + 1;
		return JSON.parse(
			from >= this.#tailAt
				? this.#tail.toString("latin1", from - this.#tailAt, end - this.#tailAt)
				: this.#window.toString("latin1", from - this.#windowAt, end - this.#windowAt),
		);
	}

	#beginOf(number: number): number {
		if (number === this.#next) {
			return this.#nextAt;
		}
		let at = this.#marks[Math.floor(number / recordsOfMark)] ?? 0;
		for (let left = number % recordsOfMark; left > 0; left--) {
			at = this.#endFrom(at) + 1;
		}
		return at;
	}

	/** Where the record that begins there ends; what is in the file is in the window then. */
	#endFrom(from: number): number {
		if (from >= this.#tailAt) {
			return this.#tailAt + this.#tail.indexOf(recordEnd, from - this.#tailAt);
		}
		for (let bytes = readBytes; ; bytes *= 2) {
			const isInside = from >= this.#windowAt && from < this.#windowAt + this.#windowBytes;
			const end = isInside ? this.#window.indexOf(recordEnd, from - this.#windowAt) : -1;
			if (end >= 0 && end < this.#windowBytes) {
				return this.#windowAt + end;
			}
			this.#readWindow(from, bytes);
		}
	}

	#readWindow(from: number, bytes: number): void {
		if (this.#window.length < bytes) {
			this.#window = Buffer.allocUnsafeSlow(bytes);
		}
		this.#windowBytes = Math.min(bytes, this.#tailAt - from);
		for (let done = 0; done < this.#windowBytes; ) {
			done += readSync(this.#descriptor, this.#window, done, this.#windowBytes - done, from + done);
		}
		this.#windowAt = from;
	}

	#write(bytes: Buffer): void {
		try {
			for (let done = 0; done < bytes.length; ) {
				done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#tailAt + done);
			}
		} catch (failure) {
			throw new UsageError(`cannot keep a long workload in ${tmpdir()}: ${reasonOf(failure)}`, 2);
		}
		this.#tailAt += bytes.length;
	}
}

function openScratch(): number {
	const path = join(tmpdir(), `verso-${process.pid}-${randomUUID()}.scratch`);
	try {
		const descriptor = openSync(path, "wx+", 0o600);
		try {
			unlinkSync(path);
		} catch {
			// Windows removes no open file.
			process.once("exit", () => rmSync(path, { force: true }));
		}
		return descriptor;
	} catch (failure) {
		throw new UsageError(`cannot keep a long workload in ${tmpdir()}: ${reasonOf(failure)}`, 2);
	}
}

/** JSON of characters up to 255: a byte each. */
function latinJson(record: unknown): string {
	const text = JSON.stringify(record);
	return /[^\u0000-\u00ff]/.test(text)
		? text.replace(/[^\u0000-\u00ff]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
		: text;
}
