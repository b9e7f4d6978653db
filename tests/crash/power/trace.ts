/**
 * Parses a trace of strace into writes to the store's files, syncs and acknowledgements.
 *
 * Each event has the time it began and ended, in microseconds. The trace is made with `straceWords`.
 *
 *     1234 1700000000.000001 pwrite64(17</d/verso.mdb>, "\x00..."..., 4096, 8192) = 4096 <0.000020>
 *     1234 1700000000.000002 pwritev(17</d/verso.mdb>, [{iov_base="\x00...", iov_len=4096}, ...], 2, 8192 <unfinished ...>
 *     1234 1700000000.000009 <... pwritev resumed>) = 8192 <0.000007>
 */
interface Interval {
	readonly beganAt: number;
	readonly endedAt: number;
}

/** An event of one of the store's files. */
export interface FileEvent extends Interval {
	readonly path: string;
}

export interface FileWrite extends FileEvent {
	readonly offset: number;
	readonly bytes: Buffer;
	/** Written through a handle opened with O_DSYNC. */
	readonly isSynced: boolean;
}

interface Acknowledgement extends Interval {
	readonly writer: number;
	readonly commit: number;
}

export interface Trace {
	readonly writes: readonly FileWrite[];
	readonly syncs: readonly FileEvent[];
	readonly acknowledgements: readonly Acknowledgement[];
}

export function straceWords(output: string): string[] {
	return [
		"-f",
		"-y",
		"-ttt",
		"-T",
		"-xx",
		"-s",
		"2000000",
		"-e",
		"trace=openat,lseek,write,pwrite64,pwritev,writev,fsync,fdatasync,msync,ftruncate",
		"-e",
		"signal=none",
		"-o",
		output,
	];
}

interface Call extends Interval {
	readonly name: string;
	/** The text between the brackets. */
	readonly words: string;
	readonly result: number;
}

export function parseTrace(text: string, paths: readonly string[]): Trace {
	const synced = new Set<number>();
	/** Position of each handle, where several pages at once are written. */
	const positions = new Map<number, number>();
	const writes: FileWrite[] = [];
	const syncs: FileEvent[] = [];
	const acknowledgements: Acknowledgement[] = [];
	for (const call of parseCalls(text)) {
		const handle = Number(/^\d+/.exec(call.words)?.[0] ?? -1);
		const path = paths.find((each) => call.words.includes(`<${each}>`) || call.words.includes(`<${hex(each)}>`));
		if (call.name === "openat") {
			if (/O_(D|)SYNC/.test(call.words)) {
				synced.add(call.result);
			} else {
				synced.delete(call.result);
			}
		} else if (call.name === "write" && handle === 1) {
			const [, writer, commit] = /ack (\d+) (\d+)/.exec(pieces(call.words).toString()) ?? [];
			acknowledgements.push({ ...times(call), writer: Number(writer), commit: Number(commit) });
		} else if (path !== undefined && call.name === "lseek") {
			positions.set(handle, call.result);
		} else if (path !== undefined && (call.name.startsWith("pwrite") || call.name === "writev")) {
			const bytes = pieces(call.words);
			const offset = call.name === "writev" ? (positions.get(handle) ?? 0) : Number(/(\d+)$/.exec(call.words)?.[1]);
			positions.set(handle, offset + bytes.length);
			writes.push({ ...times(call), path, offset, bytes, isSynced: synced.has(handle) });
		} else if (path !== undefined && (call.name === "fsync" || call.name === "fdatasync")) {
			syncs.push({ ...times(call), path });
		} else if (path !== undefined) {
			throw new Error(`Nobody here knows what ${call.name} does to the file: ${call.words.slice(0, 100)}`);
		}
	}
	return { writes, syncs, acknowledgements };
}

function times({ beganAt, endedAt }: Call): Interval {
	return { beganAt, endedAt };
}

function* parseCalls(text: string): Generator<Call> {
	const begun = new Map<string, { readonly name: string; readonly words: string; readonly beganAt: number }>();
	for (const line of text.split("\n")) {
		const [, thread = "", seconds = "", rest = ""] = /^(\d+)\s+(\d+\.\d+) (.*)$/.exec(line) ?? [];
		const at = Math.round(Number(seconds) * 1e6);
		const resumed = /^<\.\.\. (\w+) resumed>(.*)\)\s+= (-?\d+).*<(\d+\.\d+)>$/.exec(rest);
		const unfinished = /^(\w+)\((.*?),? <unfinished \.\.\.>$/.exec(rest);
		const whole = /^(\w+)\((.*)\)\s+= (-?\d+).*<(\d+\.\d+)>$/.exec(rest);
		if (resumed !== null) {
			const first = begun.get(thread);
			if (first !== undefined) {
				yield { ...first, words: first.words + (resumed[2] ?? ""), endedAt: at, result: Number(resumed[3]) };
			}
			begun.delete(thread);
		} else if (unfinished !== null) {
			begun.set(thread, { name: unfinished[1] ?? "", words: unfinished[2] ?? "", beganAt: at });
		} else if (whole !== null) {
			yield {
				name: whole[1] ?? "",
				words: whole[2] ?? "",
				beganAt: at,
				endedAt: at + Math.round(Number(whole[4]) * 1e6),
				result: Number(whole[3]),
			};
		}
	}
	// Calls that did not return may have had any effect: they stay pending forever.
	for (const call of begun.values()) {
		yield { ...call, endedAt: Number.POSITIVE_INFINITY, result: 0 };
	}
}

/** The bytes of all quoted pieces, concatenated. A path between < and > is no piece. */
function pieces(words: string): Buffer {
	return Buffer.concat(
		[...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = ""]) =>
			Buffer.from(text.replaceAll("\\x", ""), "hex"),
		),
	);
}

function hex(text: string): string {
	return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
