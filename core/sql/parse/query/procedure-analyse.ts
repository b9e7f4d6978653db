/**
 * Parses PROCEDURE ANALYSE(elements, bytes), after LIMIT.
 */
import type { Cursor } from "../cursor/cursor.ts";
import type { Analyse } from "../../tree/into-target.ts";

/** MySQL's defaults. */
const usualElements = 256;
const usualBytes = 8192;

export function analyseClause(cursor: Cursor): Analyse | undefined {
	if (!cursor.acceptPhrase("procedure", "analyse")) {
		return undefined;
	}
	cursor.expect("(");
	const maximumElements = cursor.is(")") ? usualElements : cursor.integer();
	const maximumBytes = cursor.accept(",") ? cursor.integer() : usualBytes;
	cursor.expect(")");
	return { maximumElements, maximumBytes };
}
