/**
 * `gbk_chinese_ci`: order of the 23,940 pairs of gbk by pronunciation.
 *
 * The data lists the two-byte weights of all pairs, in the order of their bytes.
 *
 *     pair    81..fe   40..7e 80..fe      126 times 190
 */
import type { ByteString } from "../../value/value.ts";
import { pairWeights } from "./byte.ts";
import { gbkDigits } from "./data/gbk.ts";
import type { Weights } from "./weights.ts";

const seconds = 190;

let table: Buffer | undefined;

function weighPair(pair: ByteString): ByteString {
	table ??= Buffer.from(gbkDigits(), "base64");
	const second = pair.charCodeAt(1);
	const place = (pair.charCodeAt(0) - 0x81) * seconds + second - (second > 0x7f ? 0x41 : 0x40);
	return second < 0x40 || second === 0x7f || second > 0xfe ? pair : table.toString("latin1", place * 2, place * 2 + 2);
}

export const gbkWeights: Weights = pairWeights("gbk", weighPair);
