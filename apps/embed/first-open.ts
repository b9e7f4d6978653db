/**
 * Tells when the first database of the process is open: by then the code that each process needs has been compiled.
 */
let isOpen = false;
let told = (): void => {};

/** `step` is called once: at the first open, or now if it has been. */
export function whenFirstOpen(step: () => void): void {
	if (isOpen) {
		step();
	} else {
		told = step;
	}
}

/** A database is open. */
export function tellOpen(): void {
	if (!isOpen) {
		isOpen = true;
		told();
	}
}
