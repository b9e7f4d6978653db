/**
 * Parser of LMDB's reader table: which process and thread reads which transaction.
 *
 * LMDB prints it as text: process, thread in hexadecimal, transaction or `-`.
 */
export interface ReaderRow {
	readonly process: number;
	readonly thread: string;
	/** `null`: the slot is reserved but reads nothing. */
	readonly transactionId: number | null;
}

export function parseReaders(text: string): ReaderRow[] {
	const rows: ReaderRow[] = [];
	for (const line of text.split("\n")) {
		const parts = /^\s*(\d+)\s+([0-9a-f]+)\s+(\d+|-)\s*$/.exec(line);
		if (parts !== null) {
			rows.push({
				process: Number(parts[1]),
				thread: parts[2],
				transactionId: parts[3] === "-" ? null : Number(parts[3]),
			});
		}
	}
	return rows;
}

/** Returns the thread that has one more slot in the second table, preferably one that had none before. */
export function newReader(before: readonly ReaderRow[], after: readonly ReaderRow[]): string | undefined {
	const slots = (rows: readonly ReaderRow[], thread: string): number =>
		rows.filter((row) => row.process === process.pid && row.thread === thread).length;
	const grown = after
		.filter((row) => row.process === process.pid && slots(after, row.thread) > slots(before, row.thread))
		.map((row) => row.thread);
	return grown.find((thread) => slots(before, thread) === 0) ?? grown[0];
}
