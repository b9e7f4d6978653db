/**
 * Figures as text.
 *
 * In: numbers. Out: three digits that count, and a unit that fits.
 */
import type { Ratio } from "../result.ts";
import type { Cell } from "../trial/trial.ts";

const none = "–";

/** `41.2 us`, `1.52 s`, `39.0 MiB` */
export function printCost(cell: Cell, value: number | null): string {
	if (value === null) {
		return none;
	}
	return cell.by === "memory" ? `${digits(value / 2 ** 20)} MiB` : printTime(value);
}

export function printTime(us: number | null): string {
	if (us === null) {
		return none;
	}
	return us < 1000 ? `${digits(us)} us` : us < 1e6 ? `${digits(us / 1000)} ms` : `${digits(us / 1e6)} s`;
}

export function printRatio(ratio: Ratio | null): string {
	return ratio === null ? none : `${ratio.median.toFixed(2)}x`;
}

/** The least and the most of the rounds. */
export function printSpread(ratio: Ratio | null): string {
	return ratio === null ? "" : `${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)}`;
}

export function digits(value: number): string {
	return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
