/**
 * Event queue of a simulation in virtual time: what happens next, in order of time (a binary heap).
 *
 * In: events with their times. Out: the earliest first; those of one time as they came.
 */
interface Due {
	readonly timeUs: number;
	readonly order: number;
	readonly run: () => void;
}

export class EventQueue {
	/** Virtual time of the event that runs. */
	nowUs = 0;
	readonly #heap: Due[] = [];
	#count = 0;

	/** `timeUs`: not before now. */
	add(timeUs: number, run: () => void): void {
		const heap = this.#heap;
		heap.push({ timeUs, order: this.#count++, run });
		for (let at = heap.length - 1; at > 0; ) {
			const above = (at - 1) >> 1;
			if (!isBefore(heap[at]!, heap[above]!)) {
				return;
			}
			[heap[at], heap[above]] = [heap[above]!, heap[at]!];
			at = above;
		}
	}

	/** Runs all events up to a time, those included that are added meanwhile. */
	runUntil(endUs: number): void {
		while (this.#heap.length > 0 && this.#heap[0]!.timeUs <= endUs) {
			const { timeUs, run } = this.#take();
			this.nowUs = timeUs;
			run();
		}
	}

	#take(): Due {
		const heap = this.#heap;
		const first = heap[0]!;
		const last = heap.pop()!;
		if (heap.length > 0) {
			heap[0] = last;
			this.#sink();
		}
		return first;
	}

	#sink(): void {
		const heap = this.#heap;
		for (let at = 0; ; ) {
			const left = 2 * at + 1;
			const right = left + 1;
			let least = at;
			if (left < heap.length && isBefore(heap[left]!, heap[least]!)) {
				least = left;
			}
			if (right < heap.length && isBefore(heap[right]!, heap[least]!)) {
				least = right;
			}
			if (least === at) {
				return;
			}
			[heap[at], heap[least]] = [heap[least]!, heap[at]!];
			at = least;
		}
	}
}

function isBefore(one: Due, other: Due): boolean {
	return one.timeUs === other.timeUs ? one.order < other.order : one.timeUs < other.timeUs;
}
