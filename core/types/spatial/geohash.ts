/**
 * Geohash: a place on the earth as digits of base 32, each of five bits.
 *
 * From the first bit on, longitude and latitude take turns; a bit says in which half of what is left the place lies.
 */
import { roundHalfEven } from "../numeric/integer.ts";
import type { Position } from "./geometry.ts";

/** Without a, i, l and o. */
const digits = "0123456789bcdefghjkmnpqrstuvwxyz";
const bitsInDigit = 5;

/** Decimals of a double that count. */
const mostDecimals = 15;

export const greatestLongitude = 180;
export const greatestLatitude = 90;

/** A half-open part of the range of longitudes or latitudes. */
interface Range {
	readonly least: number;
	readonly greatest: number;
}

const longitudes: Range = { least: -greatestLongitude, greatest: greatestLongitude };
const latitudes: Range = { least: -greatestLatitude, greatest: greatestLatitude };

function middleOf({ least, greatest }: Range): number {
	return (least + greatest) / 2;
}

function halfOf(range: Range, isUpper: boolean): Range {
	const middle = middleOf(range);
	return isUpper ? { least: middle, greatest: range.greatest } : { least: range.least, greatest: middle };
}

/** x: longitude, y: latitude, within their ranges. Shorter than `mostDigits` where the place is met exactly. */
export function encodeGeohash({ x, y }: Position, mostDigits: number): string {
	let [longitude, latitude] = [longitudes, latitudes];
	let hash = "";
	let isLongitude = true;
	while (hash.length < mostDigits && (hash === "" || middleOf(longitude) !== x || middleOf(latitude) !== y)) {
		let digit = 0;
		for (let bit = 0; bit < bitsInDigit; bit++) {
			const isUpper = isLongitude ? x >= middleOf(longitude) : y >= middleOf(latitude);
			if (isLongitude) {
				longitude = halfOf(longitude, isUpper);
			} else {
				latitude = halfOf(latitude, isUpper);
			}
			digit = digit * 2 + (isUpper ? 1 : 0);
			isLongitude = !isLongitude;
		}
		hash += digits[digit];
	}
	return hash;
}

/** The middle of a range, and half its width: as MySQL sums it, also where the width is too small for a double. */
interface Value {
	readonly middle: number;
	readonly reach: number;
}

/** The place that is meant, with as many decimals as the hash determines. undefined: no geohash. */
export function decodeGeohash(hash: string): Position | undefined {
	let longitude: Value = { middle: 0, reach: greatestLongitude };
	let latitude: Value = { middle: 0, reach: greatestLatitude };
	let isLongitude = true;
	for (const letter of hash.toLowerCase()) {
		const digit = digits.indexOf(letter);
		if (digit === -1) {
			return undefined;
		}
		for (let bit = bitsInDigit - 1; bit >= 0; bit--) {
			const isUpper = ((digit >> bit) & 1) === 1;
			if (isLongitude) {
				longitude = narrowed(longitude, isUpper);
			} else {
				latitude = narrowed(latitude, isUpper);
			}
			isLongitude = !isLongitude;
		}
	}
	return hash === "" ? undefined : { x: rounded(longitude), y: rounded(latitude) };
}

function narrowed({ middle, reach }: Value, isUpper: boolean): Value {
	const half = reach / 2;
	return { middle: isUpper ? middle + half : middle - half, reach: half };
}

/** The value with the fewest decimals within the range, from as many as its width has. */
function rounded({ middle, reach }: Value): number {
	if (reach === 0) {
		return middle;
	}
	let decimals = 0;
	for (let width = 2 * reach; width <= 0.1 && decimals <= mostDecimals; width *= 10) {
		decimals++;
	}
	do {
		const value = roundHalfEven(middle * 10 ** decimals) / 10 ** decimals;
		if (middle - reach <= value && value <= middle + reach) {
			return value + 0;
		}
		decimals++;
	} while (decimals <= mostDecimals);
	return middle + 0;
}
