/**
 * Scratch file: records that are written behind one another and read again by their number. It has no name once it is
 * open, so that it goes with the process.
 *
 *     record 0 │ record 1 │ record 2 │ ...        latin1 text of JSON; where each begins is kept in memory: 8 bytes
 */
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reasonOf } from "../cli/read-statements.ts";
import { UsageError } from "../compose/usage-error.ts";

const writtenBytes = 1 << 18;
const readBytes = 1 << 16;
const firstRecords = 4096;

const closing = new FinalizationRegistry((descriptor: number) => closeSync(descriptor));

export class ScratchFile {
	readonly #descriptor = openScratch();
	/** Where each record begins; behind the last, where the next will. */
	#begins = new Float64Array(firstRecords);
	#length = 0;
	/** Bytes that are not yet in the file. */
	readonly #tail = Buffer.allocUnsafe(writtenBytes);
	#tailAt = 0;
	#tailBytes = 0;
	/** The last that were read. */
	#window: Buffer = Buffer.alloc(0);
	#windowAt = 0;

	constructor() {
		closing.register(this, this.#descriptor);
	}

	get length(): number {
		return this.#length;
	}

	/** Throws UsageError where the disk is full. */
	push(record: unknown): void {
		const text = latinJson(record);
		if (this.#tailBytes + text.length > writtenBytes) {
			this.#write(this.#tail.subarray(0, this.#tailBytes));
			this.#tailBytes = 0;
		}
		if (text.length > writtenBytes) {
			this.#write(Buffer.from(text, "latin1"));
		} else {
			this.#tailBytes += this.#tail.write(text, this.#tailBytes, "latin1");
		}
		this.#length++;
		if (this.#length === this.#begins.length) {
			const grown = new Float64Array(this.#length * 2);
			grown.set(this.#begins);
			this.#begins = grown;
		}
		this.#begins[this.#length] = this.#tailAt + this.#tailBytes;
	}

	read(number: number): unknown {
		const [from = 0, to = 0] = [this.#begins[number], this.#begins[number + 1]];
		if (from >= this.#tailAt) {
			return JSON.parse(this.#tail.toString("latin1", from - this.#tailAt, to - this.#tailAt));
		}
		if (from < this.#windowAt || to > this.#windowAt + this.#window.length) {
			this.#readWindow(from, Math.max(to - from, readBytes));
		}
		return JSON.parse(this.#window.toString("latin1", from - this.#windowAt, to - this.#windowAt));
	}

	#readWindow(from: number, bytes: number): void {
		const window = Buffer.allocUnsafe(Math.min(bytes, this.#tailAt - from));
		for (let done = 0; done < window.length; ) {
			done += readSync(this.#descriptor, window, done, window.length - done, from + done);
		}
		this.#window = window;
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
