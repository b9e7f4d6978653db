/**
 * Questions asked side by side, each again when it is answered, until time is up.
 *
 * In: what to ask, one for each connection. Out: how many answers came; at least one of each.
 */
export type Ask = () => Promise<unknown>;

export async function playUntil(asks: readonly Ask[], windowMs: number): Promise<number> {
	const end = performance.now() + windowMs;
	let count = 0;
	await Promise.all(
		asks.map(async (ask) => {
			do {
				await ask();
				count++;
			} while (performance.now() < end);
		}),
	);
	return count;
}
