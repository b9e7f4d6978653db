/**
 * Bytes of a workload's file, in blocks: plain or gzipped, in UTF-8 or in UTF-16 with its mark.
 *
 * In: a path, or `-` for standard input. Out: byte strings of a megabyte, so that a long log is never held twice.
 */
import { createReadStream } from "node:fs";
import { pipeline, type Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import type { ByteString } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { reasonOf } from "../cli/read-statements.ts";

const blockBytes = 1 << 20;
/** V8 has no longer strings. */
const longestText = 0x1fffffe8;

const packed: readonly (readonly [name: string, mark: ByteString])[] = [
	["zstd", "\x28\xb5\x2f\xfd"],
	["xz", "\xfd7zXZ\0"],
	["bzip2", "BZh"],
	["zip", "PK\x03\x04"],
];

/** Throws UsageError for a file that cannot be read, or is packed in a way that is not known here. */
export async function* blocksOf(path: string): AsyncGenerator<ByteString> {
	const name = path === "-" ? "standard input" : path;
	try {
		for await (const chunk of await openText(path, name)) {
			yield (chunk as Buffer).toString("latin1");
		}
	} catch (failure) {
		throw failure instanceof UsageError ? failure : new UsageError(`cannot read ${name}: ${reasonOf(failure)}`, 2);
	}
}

/** All of a file. */
export async function textOf(blocks: AsyncIterable<ByteString>, path: string): Promise<ByteString> {
	const parts: ByteString[] = [];
	let length = 0;
	for await (const block of blocks) {
		parts.push(block);
		length += block.length;
		if (length > longestText) {
			throw new UsageError(`${path} is longer than 512 MB, too long for a script: split it`, 2);
		}
	}
	return parts.join("");
}

async function openText(path: string, name: string): Promise<Readable> {
	const file = path === "-" ? process.stdin.pipe(gathered()) : createReadStream(path, { highWaterMark: blockBytes });
	const first = await firstChunk(file);
	const head = first.toString("latin1", 0, 8);
	const strange = packed.find(([, mark]) => head.startsWith(mark));
	if (strange !== undefined) {
		throw new UsageError(`${name} is packed with ${strange[0]}: unpack it first (gzip is read as it is)`, 2);
	}
	if (head.startsWith("\x1f\x8b")) {
		return through([file, createGunzip(), gathered()]);
	}
	if (head.startsWith("\xff\xfe") || head.startsWith("\xfe\xff")) {
		const decoder = new TextDecoder(head.startsWith("\xff\xfe") ? "utf-16le" : "utf-16be");
		const decoded = new Transform({
			transform: (chunk: Buffer, _, done) => done(null, Buffer.from(decoder.decode(chunk, { stream: true }))),
		});
		return through([file, decoded]);
	}
	return file;
}

/** The last of several streams, which fails where any of them does. */
function through(streams: readonly (Readable | Transform)[]): Readable {
	const last = streams.at(-1) as Readable;
	pipeline(streams as Transform[], () => {
		// The reader of the last meets the failure.
	});
	return last;
}

/** The first bytes, which stay in the stream. */
async function firstChunk(file: Readable): Promise<Buffer> {
	await new Promise<void>((resolve, reject) => {
		file.once("readable", resolve);
		file.once("end", resolve);
		file.once("error", reject);
	});
	const first = file.read() as Buffer | null;
	if (first === null) {
		return Buffer.alloc(0);
	}
	file.unshift(first);
	return first;
}

/** Small chunks, of a pipe or of what unpacks, put together. */
function gathered(): Transform {
	let chunks: Buffer[] = [];
	let length = 0;
	const take = (): Buffer => {
		const all = Buffer.concat(chunks, length);
		chunks = [];
		length = 0;
		return all;
	};
	return new Transform({
		readableHighWaterMark: blockBytes,
		transform(chunk: Buffer, _, done) {
			chunks.push(chunk);
			length += chunk.length;
			if (length < blockBytes) {
				done();
			} else {
				done(null, take());
			}
		},
		flush(done) {
			done(null, take());
		},
	});
}
