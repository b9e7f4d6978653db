/**
 * Turns of the event loop during some work: how often it gave way to others.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
	let turns = 0;
	let isRunning = true;
	const turn = (): void => {
		turns++;
		if (isRunning) {
			setImmediate(turn);
		}
	};
	setImmediate(turn);
	await work();
	isRunning = false;
	return turns;
}
