/**
 * Hits of a rehearsal. Those of notes and the like, of which a long log has very many, are kept as numbers: where the
 * statement stands, at which stops it shows, and the cause, with the first hit of it in full.
 */
import { causeOf, type Hit } from "./finding.ts";
import type { FindingClass } from "./report/format.ts";

/** Hits of one cause. */
export interface HitGroup {
	readonly key: string;
	/** The first that was met, and the first by place. */
	readonly first: Hit;
	readonly nearest: Hit;
	/** Places of statements, in order, each once. */
	readonly places: readonly number[];
	readonly stops: readonly string[];
	/** Those that are kept in full, in order; none of a group of light ones. */
	readonly heavy: readonly Hit[];
}

/** A cause of light hits. */
interface LightCause {
	readonly key: string;
	readonly first: Hit;
	nearest: Hit;
}

const heavyClasses: ReadonlySet<FindingClass> = new Set<FindingClass>([
	"breaks",
	"loses-effect",
	"effect-differs",
	"takes-effect",
]);

/** It may get consequences or ways out, or be a consequence itself. */
function isHeavy(hit: Hit): boolean {
	return heavyClasses.has(hit.class) || hit.blame.rules.length === 0;
}

export class Hits implements Iterable<Hit> {
	/** By the number of a hit; of a light one undefined. */
	readonly #heavy = new Map<number, Hit>();
	readonly #causes: LightCause[] = [];
	readonly #byKey = new Map<string, number>();
	/** By the number of a hit: its cause (-1: kept in full), its place, its list of stops. */
	readonly #causeOf: number[] = [];
	readonly #places: number[] = [];
	readonly #listOf: number[] = [];
	readonly #lists: (readonly string[])[] = [];
	readonly #listNumbers = new Map<string, number>();

	/** @returns the hit's number */
	add(hit: Hit): number {
		const number = this.#places.push(hit.at) - 1;
		if (isHeavy(hit)) {
			this.#heavy.set(number, hit);
			this.#causeOf.push(-1);
			this.#listOf.push(-1);
			return number;
		}
		const key = causeOf(hit);
		let cause = this.#byKey.get(key);
		if (cause === undefined) {
			cause = this.#causes.push({ key, first: hit, nearest: hit }) - 1;
			this.#byKey.set(key, cause);
		}
		const known = this.#causes[cause] as LightCause;
		known.nearest = hit.at < known.nearest.at ? hit : known.nearest;
		this.#causeOf.push(cause);
		this.#listOf.push(this.#listNumber(hit.stops));
		return number;
	}

	/** The hit shows at another stop as well. */
	extend(number: number, stop: string): void {
		const heavy = this.#heavy.get(number);
		if (heavy === undefined) {
			this.#listOf[number] = this.#listNumber([...(this.#lists[this.#listOf[number] as number] ?? []), stop]);
		} else {
			heavy.stops.push(stop);
		}
	}

	/** The hit where it is kept in full: what is set on it stays. */
	inFull(number: number): Hit | undefined {
		return this.#heavy.get(number);
	}

	/** Those that are kept in full, in the order in which they were met. */
	heavy(): Iterable<Hit> {
		return this.#heavy.values();
	}

	/** In the order in which they were met; of a light one the outcomes are those of the first of its cause. */
	*[Symbol.iterator](): Generator<Hit> {
		for (const [number, at] of this.#places.entries()) {
			yield this.#heavy.get(number) ?? this.#light(number, at);
		}
	}

	#light(number: number, at: number): Hit {
		const { first, nearest } = this.#causes[this.#causeOf[number] as number] as LightCause;
		return {
			...(nearest.at === at ? nearest : first),
			at,
			stops: [...(this.#lists[this.#listOf[number] as number] ?? [])],
		};
	}

	/** One group a cause, in the order in which they were met; `left`: hits that are left out. */
	groups(left: ReadonlySet<Hit>): readonly HitGroup[] {
		const numbers = new Map<string, number[]>();
		for (const number of this.#places.keys()) {
			const hit = this.#heavy.get(number);
			if (hit !== undefined && left.has(hit)) {
				continue;
			}
			const key = hit === undefined ? (this.#causes[this.#causeOf[number] as number] as LightCause).key : causeOf(hit);
			const group = numbers.get(key);
			if (group === undefined) {
				numbers.set(key, [number]);
			} else {
				group.push(number);
			}
		}
		return [...numbers].map(([key, group]) => this.#group(key, group));
	}

	#group(key: string, numbers: number[]): HitGroup {
		const [met = 0] = numbers;
		const ordered = numbers.toSorted((a, b) => (this.#places[a] as number) - (this.#places[b] as number));
		const heavy = ordered.flatMap((number) => this.#heavy.get(number) ?? []);
		const light = this.#causes[this.#causeOf[met] as number];
		const places = ordered.map((number) => this.#places[number] as number);
		const stops = new Set<string>();
		const seen = new Set<number>();
		for (const number of ordered) {
			const list = this.#listOf[number] as number;
			if (list < 0 || !seen.has(list)) {
				seen.add(list);
				(this.#heavy.get(number)?.stops ?? this.#lists[list] ?? []).forEach((stop) => stops.add(stop));
			}
		}
		return {
			key,
			first: light?.first ?? (this.#heavy.get(met) as Hit),
			nearest: light?.nearest ?? (heavy[0] as Hit),
			places: places.filter((place, at) => place !== places[at - 1]),
			stops: [...stops],
			heavy,
		};
	}

	#listNumber(stops: readonly string[]): number {
		const name = stops.join("\n");
		let number = this.#listNumbers.get(name);
		if (number === undefined) {
			number = this.#lists.push([...stops]) - 1;
			this.#listNumbers.set(name, number);
		}
		return number;
	}
}
