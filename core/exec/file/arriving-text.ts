/**
 * Text of a file that arrives in pieces, cut anywhere: what is not read yet, from a line's beginning on.
 *
 * The rest of it is searched again when it has doubled, so that long lines in short pieces cost no more than twice
 * their length. A line is kept until its end has come: those that are too long are refused.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ByteString } from "../../types/value/value.ts";

export class ArrivingText {
	text: ByteString = "";
	/** The first byte that is not read. */
	at = 0;
	/** Nothing follows the text. */
	isLast = false;
	readonly #longest: number;
	/** Pieces received since, behind the rest of the text before them. */
	#pieces: ByteString[] = [];
	#piecesLength = 0;
	#enough = 0;

	/** `longest`: of a line, in bytes. */
	constructor(longest: number) {
		this.#longest = longest;
	}

	/** Returns whether there is a new text. */
	feed(piece: ByteString): boolean {
		this.#pieces.push(piece);
		this.#piecesLength += piece.length;
		if (this.#piecesLength < this.#enough) {
			return false;
		}
		this.#join();
		return true;
	}

	/** No piece follows. */
	finish(): void {
		this.isLast = true;
		this.#join();
	}

	/** The rest is no whole line. Throws 1153 where it is too long for one. */
	wait(): "more" | "end" {
		if (this.isLast) {
			return "end";
		}
		if (this.text !== "") {
			const rest = this.text.slice(this.at);
			this.#pieces = [rest];
			this.#piecesLength = rest.length;
			if (rest.length >= this.#longest) {
				throw sqlError("packetTooLarge");
			}
			this.#enough = Math.min(rest.length * 2, this.#longest);
			this.text = "";
			this.at = 0;
		}
		return "more";
	}

	#join(): void {
		this.text = this.#pieces.length === 1 ? this.#pieces[0]! : this.#pieces.join("");
		this.#pieces = [];
		this.#piecesLength = 0;
		this.at = 0;
	}
}
