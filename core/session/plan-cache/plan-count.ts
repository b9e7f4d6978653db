/**
 * How many statements were planned or changed definitions, and who hears of the next one.
 *
 * In: each such statement. Out: the count of a server since its start.
 */
export class PlanCount {
	made = 0;
	/** Called at the next one, once. */
	whenNext: (() => void) | undefined = undefined;

	add(): void {
		this.made++;
		const tell = this.whenNext;
		if (tell !== undefined) {
			this.whenNext = undefined;
			tell();
		}
	}
}
