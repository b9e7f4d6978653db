/**
 * Cache of parsed arguments, such as paths: a statement gives the same one for every row.
 *
 * Long texts are parsed each time: a thousand paths of megabytes would take the process.
 */
import { copiedText } from "../../types/text/own-part.ts";
import type { ByteString } from "../../types/value/value.ts";

const mostKnown = 1000;
/** In bytes, of a text that is kept. */
const longestKnown = 1000;

export class ParsedTexts<Parsed> {
	readonly #parse: (text: ByteString) => Parsed;
	readonly #known = new Map<ByteString, Parsed>();

	constructor(parse: (text: ByteString) => Parsed) {
		this.#parse = parse;
	}

	of(text: ByteString): Parsed {
		if (text.length > longestKnown) {
			return this.#parse(text);
		}
		let parsed = this.#known.get(text);
		if (parsed === undefined) {
			const kept = copiedText(text);
			parsed = this.#parse(kept);
			if (this.#known.size >= mostKnown) {
				this.#known.clear();
			}
			this.#known.set(kept, parsed);
		}
		return parsed;
	}
}
