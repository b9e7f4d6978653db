/**
 * Long work gives way to others: to short statements, other connections, KILL, signals.
 *
 * In: whoever has worked for its turn. Out: a promise, kept when all that had come by then has been answered. It refuses to know the work.
 *
 * Node's loop takes what has come in one phase, and runs immediates in the next: work that began with a packet and went on in an
 * immediate had two turns before anybody was heard, and all long work that waited had its turn in the same phase, one after the other.
 * So whoever begins to wait lets one phase of immediates pass, and one that waits goes on at a time.
 */

/** So long somebody works before others have their turn. */
export const turnMs = 1;

const waiting: (() => void)[] = [];
let isScheduled = false;

export function othersTurn(): Promise<void> {
	if (!isScheduled) {
		isScheduled = true;
		// Runs before the loop has looked for packets, if we are among those that have come.
		setImmediate(lookAround);
	}
	return new Promise((resolve) => {
		waiting.push(resolve);
	});
}

function lookAround(): void {
	setImmediate(goOn);
}

/** Whoever goes on waits again before the next immediate runs, or is done. */
function goOn(): void {
	const next = waiting.shift();
	if (next === undefined) {
		isScheduled = false;
	} else {
		setImmediate(goOn);
		next();
	}
}
