/**
 * Long work gives way to others: to short statements, other connections, KILL, signals.
 *
 * In: whoever has worked for its turn. Out: a promise, kept when all that had come by then has been answered. It
 * refuses to know the work.
 *
 * Node's loop takes what has come in one phase, and runs immediates in the next: work that began with a packet and
 * went on in an immediate had two turns before anybody was heard, and all long work that waited had its turn in the
 * same phase, one after the other. So whoever begins to wait lets one phase of immediates pass, also where another
 * one is about to go on (else a statement that comes as one ends has two turns at once), and one that waits goes on
 * at a time.
 */

/** So long somebody works before others have their turn. */
export const sliceMs = 1;

/** Who has let a phase pass. */
const waiting: (() => void)[] = [];
let isScheduled = false;

export function yieldToEventLoop(): Promise<void> {
	return new Promise((resolve) => {
		// Runs before the loop has looked for packets, if we are among those that have come.
		setImmediate(wait, resolve);
	});
}

function wait(resolve: () => void): void {
	waiting.push(resolve);
	if (!isScheduled) {
		isScheduled = true;
		setImmediate(goOn);
	}
}

/** Whoever goes on waits again, or is done. */
function goOn(): void {
	const next = waiting.shift();
	isScheduled = waiting.length > 0;
	if (isScheduled) {
		setImmediate(goOn);
	}
	next?.();
}
