/**
 * Spelling suggestion: the known name nearest to a misspelt one by Damerau-Levenshtein distance, if it is near.
 */

/** Returns the nearest of the known names, or undefined where none is near. */
function nearestName(written: string, known: readonly string[]): string | undefined {
	const wanted = written.toLowerCase();
	let nearest: string | undefined;
	let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
	for (const name of known) {
		const distance = editDistance(wanted, name.toLowerCase());
		if (distance < least) {
			least = distance;
			nearest = name;
		}
	}
	return nearest;
}

/** Returns `; did you mean NAME?`, or nothing. */
export function didYouMean(written: string, known: readonly string[]): string {
	const nearest = nearestName(written, known);
	return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}

/** Counts letters that are left out, added, replaced or exchanged with their neighbour. */
function editDistance(one: string, other: string): number {
	const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
	for (let at = 1; at <= one.length; at++) {
		const row = [at];
		for (let to = 1; to <= other.length; to++) {
			const above = rows[at - 1] as number[];
			const isSame = one[at - 1] === other[to - 1];
			let least = Math.min(
				(above[to] as number) + 1,
				(row[to - 1] as number) + 1,
				(above[to - 1] as number) + (isSame ? 0 : 1),
			);
			if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]) {
				least = Math.min(least, (rows[at - 2]?.[to - 2] as number) + 1);
			}
			row.push(least);
		}
		rows.push(row);
	}
	return rows[one.length]?.[other.length] as number;
}
