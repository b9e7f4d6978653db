/**
 * PROCEDURE ANALYSE(elements, bytes), behind LIMIT.
 *
 * In: the cursor. Out: what it may keep, or undefined where there is none; 1221 where it stands in anything but a
 * SELECT of its own. There are no other procedures of that kind.
 */
import type { Cursor } from "../cursor/cursor.ts";
import type { Analyse } from "../../tree/into-target.ts";

/** What MySQL takes where nothing is said. */
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
