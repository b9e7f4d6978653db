/**
 * Clocks of the process: the time of day and elapsed time.
 *
 * `performance` is an accessor of the global object: looking it up three times a statement took 0.5 us of a single
 * INSERT, by `perf`.
 */
const { performance: clock } = globalThis;
/** As they are when this is loaded: a test may fake those of its process. */
const elapsed = clock.now.bind(clock);
const timeOfDayMs = Date.now;
/** When the process began, in milliseconds since 1970 UTC. */
export const startedAtMs = clock.timeOrigin;

/** Returns the milliseconds since the process began: monotonic. */
export function runningMs(): number {
	return elapsed();
}

/** Wall clock and elapsed time further apart than this: the wall clock was set, or the machine slept. */
const mostApartMs = 2;

/** The time of day less the elapsed time; follows the wall clock. */
let offsetMs = startedAtMs;

/** The time of day: microseconds since 1970 UTC. Follows steps of the system's clock, as waits do not. */
export function systemClock(): number {
	const elapsedMs = elapsed();
	const wallMs = timeOfDayMs();
	const apartMs = wallMs - offsetMs - elapsedMs;
	if (apartMs > mostApartMs || apartMs < -mostApartMs) {
		offsetMs = wallMs - elapsedMs;
	}
	return Math.round((offsetMs + elapsedMs) * 1000);
}
