/**
 * Search of a long text by the weights of a collation, in time linear in the text.
 *
 *     text        é  t  é  s     weights of each character one after the other, where no weight depends on another
 *     weights     E  T  E  S     and the part's are found by Knuth-Morris-Pratt
 *     part           t  E        an occurrence begins at a character and has as many bytes as the part
 */
import { work } from "../../async/work-meter.ts";
import { everyOccurrence } from "../../types/text/byte-search.ts";
import { splitCharacters, widthIn } from "../../types/text/characters.ts";
import type { ByteString } from "../../types/value/value.ts";

type Weigh = (bytes: ByteString) => ByteString;

/**
 * Returns the first occurrence from a character on, as an index in characters; -1: none. Undefined where weights depend
 * on the characters beside, as in contractions.
 */
export function indexByWeights(
	text: ByteString,
	part: ByteString,
	from: number,
	charset: string,
	weigh: Weigh,
): number | undefined {
	const wanted = weigh(part);
	const weights = weigh(text);
	const width = widthIn(text, charset) ?? oneByte;
	work.units += text.length + part.length;
	const ends = new Int32Array(text.length + 1).fill(-1);
	ends[0] = 0;
	let weighed = 0;
	for (let at = 0; at < text.length; ) {
		const next = Math.min(at + width(text, at), text.length);
		const own = weigh(text.slice(at, next));
		if (!weights.startsWith(own, weighed)) {
			return undefined;
		}
		at = next;
		weighed += own.length;
		ends[at] = weighed;
	}
	const wantedOfEach = splitCharacters(part, charset).map(weigh).join("");
	if (weighed !== weights.length || wantedOfEach !== wanted) {
		return undefined;
	}
	const begins = wanted === "" ? undefined : everyOccurrence(codes(weights), codes(wanted));
	for (let [at, place] = [0, 0]; at < text.length; place++) {
		const begin = ends[at]!;
		if (place >= from && ends[at + part.length] === begin + wanted.length && begins?.[begin] !== 0) {
			return place;
		}
		at += width(text, at);
	}
	return -1;
}

const oneByte = (): number => 1;

function codes(text: ByteString): Uint16Array {
	const found = new Uint16Array(text.length);
	for (let at = 0; at < text.length; at++) {
		found[at] = text.charCodeAt(at);
	}
	return found;
}
