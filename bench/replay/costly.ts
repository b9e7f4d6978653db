/**
 * The statements that cost most beyond the peer's, by shape: literals taken out.
 */
interface CostlyShape {
	readonly shape: string;
	readonly times: number;
	/** CPU time of all of them on the first server and on the second. */
	readonly ownUs: number;
	readonly peerUs: number;
}

export function costliest(
	statements: readonly string[],
	ownUs: readonly number[],
	peerUs: readonly number[],
	limit: number,
): CostlyShape[] {
	const shapes = new Map<string, { times: number; own: number; peer: number }>();
	statements.forEach((statement, at) => {
		if (statement === "") {
			return;
		}
		const shape = shapeOf(statement);
		const sum = shapes.get(shape) ?? { times: 0, own: 0, peer: 0 };
		shapes.set(shape, {
			times: sum.times + 1,
			own: sum.own + (ownUs[at] ?? 0),
			peer: sum.peer + (peerUs[at] ?? 0),
		});
	});
	return [...shapes]
		.map(([shape, { times, own, peer }]) => ({ shape, times, ownUs: own, peerUs: peer }))
		.sort((left, right) => right.ownUs - right.peerUs - (left.ownUs - left.peerUs))
		.slice(0, limit);
}

/** The statement on one line, with `?` for literals and one for a list of them. */
export function shapeOf(statement: string): string {
	return statement
		.replace(/\/\*[^!][\s\S]*?\*\//g, " ")
		.replace(/'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"/g, "?")
		.replace(/\b(?:0x[0-9a-f]+|\d+(?:\.\d+)?)\b/gi, "?")
		.replace(/\(\s*\?(?:\s*,\s*\?)+\s*\)/g, "(?)")
		.replace(/(\([^()]*\))(?:\s*,\s*\1)+/g, "$1 ...")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, 120);
}
