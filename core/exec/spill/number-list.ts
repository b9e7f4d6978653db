/**
 * Growable list of 32-bit numbers in chunks; growing copies nothing.
 *
 * Why: a typed array that doubles copies 8 MB at once at a million numbers, and an array of numbers is scanned by the
 * garbage collector.
 */
import { givePieces, takePiece } from "../../store/page/piece-pool.ts";

const pieceBits = 12;
const pieceLength = 1 << pieceBits;
const firstLength = 64;

export class NumberList {
	length = 0;
	#pieces: Float64Array[] = [];

	get bytes(): number {
		return this.#pieces.length * pieceLength * Float64Array.BYTES_PER_ELEMENT;
	}

	push(number: number): number {
		const at = this.length++;
		const piece = at >> pieceBits;
		const place = at & (pieceLength - 1);
		const numbers = this.#pieces[piece];
		if (numbers === undefined) {
			this.#pieces.push(
				piece === 0
					? new Float64Array(firstLength)
					: new Float64Array(takePiece(pieceLength * Float64Array.BYTES_PER_ELEMENT)),
			);
		} else if (place === numbers.length) {
			const wider = new Float64Array(numbers.length * 2);
			wider.set(numbers);
			this.#pieces[piece] = wider;
		}
		this.#pieces[piece]![place] = number;
		return at;
	}

	close(): void {
		givePieces(this.#pieces);
		this.#pieces = [];
	}

	at(place: number): number {
		return this.#pieces[place >> pieceBits]![place & (pieceLength - 1)]!;
	}

	set(place: number, number: number): void {
		this.#pieces[place >> pieceBits]![place & (pieceLength - 1)] = number;
	}
}
