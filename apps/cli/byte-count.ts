/**
 * Numbers of bytes as options name them: `1048576`, `512M`, `2G`.
 */
import { UsageError } from "../compose/usage-error.ts";

const units = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 } as const;

/** Throws UsageError for another form, or for fewer bytes than `least`. */
export function byteCount(flag: string, text: string, least: number): number {
	const parts = /^(\d{1,15})([KMGT]?)i?B?$/i.exec(text);
	if (parts === null) {
		throw new UsageError(`${flag} takes a number of bytes such as 536870912, 512M or 2G, not ${text}`, 2);
	}
	const bytes = Number(parts[1]) * units[(parts[2] ?? "").toUpperCase() as keyof typeof units];
	if (bytes < least || !Number.isSafeInteger(bytes)) {
		throw new UsageError(`${flag} is at least ${least / units.M}M, not ${text}`, 2);
	}
	return bytes;
}
