/**
 * Packets that wait for a client to fetch them, however many there are.
 *
 * In: framed packets in pieces, none of them cut. Out: the same pieces, once, in that order. A few are kept in
 * memory, all others in a temporary file (`--tmpdir`), which is gone with the process.
 */
import { SpillFile, type SpillReader, type SpillWriter, type ByteString } from "../../core/index.ts";

const mostInMemory = 1 << 20;

export class CursorBuffer {
	readonly #folder: string;
	readonly #pieces: Buffer[] = [];
	#bytes = 0;
	#file: SpillFile | undefined;
	#writer: SpillWriter | undefined;
	#reader: SpillReader | undefined;
	/** The next piece in memory. */
	#at = 0;

	/** `folder`: for the temporary file. */
	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Takes over the memory of the piece. */
	add(piece: Buffer): void {
		if (piece.length === 0) {
			return;
		}
		this.#bytes += piece.length;
		if (this.#bytes <= mostInMemory) {
			this.#pieces.push(piece);
			return;
		}
		this.#file ??= new SpillFile(this.#folder);
		this.#writer ??= this.#file.writer();
		this.#writer.add([piece.toString("latin1")]);
	}

	/** The next piece, or null after the last one. From the first call on nothing is added. */
	next(): Buffer | null {
		const piece = this.#pieces[this.#at];
		if (piece !== undefined) {
			this.#pieces[this.#at++] = Buffer.of();
			return piece;
		}
		if (this.#file === undefined || this.#writer === undefined) {
			return null;
		}
		this.#reader ??= this.#file.reader(this.#writer.finish());
		const row = this.#reader.next();
		return row === null ? null : Buffer.from(row[0] as ByteString, "latin1");
	}

	/** No fetch comes any more. */
	close(): void {
		this.#file?.close();
		this.#file = undefined;
		this.#pieces.length = 0;
	}
}
