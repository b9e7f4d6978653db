/**
 * What COM_QUERY says; a short text that comes again is the same string again.
 *
 * In: a payload. Out: its text. It refuses to know what the text means.
 *
 * Why: clients say `BEGIN`, `COMMIT` and `SELECT 1` over and over. A string that is made anew has to be made, hashed
 * to be looked up, and collected; one that was seen before is compared with the bytes, and whoever keeps something by
 * it knows it by its address. Each text has one place, and whoever comes to it later takes it over. Measured together
 * with what the session keeps by the text (`core/session/plan-cache/fingerprint-cache.ts`).
 */
import type { ByteString } from "../../core/index.ts";

/** Longer ones are seldom said twice in a row. */
const longest = 32;
const places = 64;
const seen: ByteString[] = new Array<ByteString>(places).fill("");

export function queryText(payload: Buffer): ByteString {
	// Some clients count the zero that ends their text.
	const end = payload.length - (payload[payload.length - 1] === 0 ? 1 : 0);
	if (end < 2 || end > longest) {
		return payload.toString("latin1", 1, end);
	}
	const place = (payload[1]! + 3 * payload[end - 1]! + 5 * end) % places;
	const text = seen[place]!;
	return isWritten(text, payload, end) ? text : (seen[place] = payload.toString("latin1", 1, end));
}

function isWritten(text: ByteString, payload: Buffer, end: number): boolean {
	if (text.length !== end - 1) {
		return false;
	}
	for (let at = 1; at < end; at++) {
		if (payload[at] !== text.charCodeAt(at - 1)) {
			return false;
		}
	}
	return true;
}
