/**
 * Hits of a rehearsal. Those of notes and the like, and those of breaks on which no way out was tried, of which a long
 * log has very many, are kept as numbers: where the statement stands, at which stops it shows, and the cause, with the
 * first hit of it in full.
 */
import { NumberList } from "../workload/number-list.ts";
import { causeOf, type Hit } from "./finding.ts";
import { isDefinition } from "./statement-kind.ts";
import { classesWithWaysOut, type FindingClass } from "./report/format.ts";

/** Hits of one cause. */
export interface HitGroup {
	readonly key: string;
	/** The first that was met, and the first by place. */
	readonly first: Hit;
	readonly nearest: Hit;
	/** Places of statements, in order, each once. */
	readonly places: Int32Array;
	readonly stops: readonly string[];
	/** Those that are kept in full, in order. */
	readonly heavy: readonly Hit[];
	/** Statements that fail or answer otherwise on account of one of these, by its place. */
	readonly consequences: readonly Consequences[];
}

interface Consequences {
	readonly root: number;
	readonly stops: readonly string[];
	readonly places: ReadonlySet<number>;
}

/** A cause of light hits. */
interface LightCause {
	readonly key: string;
	readonly first: Hit;
	nearest: Hit;
}

/** Each may get ways out, be a consequence itself, or the cause of other effects. */
const heavyClasses: ReadonlySet<FindingClass> = new Set<FindingClass>(["effect-differs", "takes-effect"]);
/** Let through: whatever follows from them is found by their place. */
const brokenClasses: ReadonlySet<FindingClass> = new Set<FindingClass>(["breaks", "loses-effect"]);

function isHeavy(hit: Hit): boolean {
	if (hit.class === "begins-to-work" && isDefinition(hit.text)) {
		return true;
	}
	const isTried = classesWithWaysOut.has(hit.class) && hit.isUntried !== true;
	return isTried || heavyClasses.has(hit.class) || hit.blame.rules.length === 0;
}

const inFull = -1;
const nothing: ReadonlySet<number> = new Set();

export class Hits implements Iterable<readonly [hit: Hit, consequences: ReadonlySet<number>]> {
	/** By the number of a hit; of a light one undefined. */
	readonly #heavy = new Map<number, Hit>();
	readonly #causes: LightCause[] = [];
	readonly #byKey = new Map<string, number>();
	/** By the number of a hit: its cause, its place, its list of stops. */
	readonly #causeOf = new NumberList();
	readonly #places = new NumberList();
	readonly #listOf = new NumberList();
	readonly #lists: (readonly string[])[] = [];
	readonly #listNumbers = new Map<string, number>();
	/** By the number of a hit, where there are any. */
	readonly #consequences = new Map<number, Set<number>>();

	/**
	 * @param consequences - places of statements that fail or answer otherwise on account of it
	 * @returns the hit's number
	 */
	add(hit: Hit, consequences = nothing): number {
		const number = this.#places.push(hit.at);
		if (consequences.size > 0) {
			this.#consequences.set(number, new Set(consequences));
		}
		if (isHeavy(hit)) {
			this.#heavy.set(number, hit);
			this.#causeOf.push(inFull);
			this.#listOf.push(inFull);
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
			this.#listOf.set(number, this.#listNumber([...this.#stopsOf(number), stop]));
		} else {
			heavy.stops.push(stop);
		}
	}

	/** The hit where it is kept in full: what is set on it stays. */
	inFull(number: number): Hit | undefined {
		return this.#heavy.get(number);
	}

	/** Undefined where there is no such hit. */
	classOf(number: number): FindingClass | undefined {
		return number < 0 ? undefined : (this.#heavy.get(number) ?? this.#lightCause(number)?.first)?.class;
	}

	/** Those that are kept in full by their numbers, in the order in which they were met. */
	heavy(): Iterable<readonly [number: number, hit: Hit]> {
		return this.#heavy;
	}

	/** `place`: of a statement that fails or answers otherwise on account of the hit. */
	follow(number: number, place: number): void {
		const places = this.#consequences.get(number) ?? new Set();
		this.#consequences.set(number, places.add(place));
	}

	/** Puts places of consequences, by the place of the statement that was let through at a stop, under its hits. */
	followBroken(found: ReadonlyMap<number, readonly number[]>, stop: string): void {
		for (let number = 0; found.size > 0 && number < this.#places.length; number++) {
			const places = found.get(this.#places.at(number));
			const of = places && this.classOf(number);
			if (places !== undefined && of !== undefined && brokenClasses.has(of) && this.#stopsOf(number).includes(stop)) {
				places.forEach((place) => this.follow(number, place));
			}
		}
	}

	/**
	 * In the order in which they were met, with the places of their consequences; of a light one the outcomes are those
	 * of the first of its cause.
	 */
	*[Symbol.iterator](): Generator<readonly [hit: Hit, consequences: ReadonlySet<number>]> {
		for (let number = 0; number < this.#places.length; number++) {
			yield [this.#heavy.get(number) ?? this.#light(number), this.#consequences.get(number) ?? nothing];
		}
	}

	#light(number: number): Hit {
		const { first, nearest } = this.#lightCause(number) as LightCause;
		const at = this.#places.at(number);
		return { ...(nearest.at === at ? nearest : first), at, stops: [...this.#stopsOf(number)] };
	}

	#lightCause(number: number): LightCause | undefined {
		return this.#causes[this.#causeOf.at(number)];
	}

	#stopsOf(number: number): readonly string[] {
		return this.#heavy.get(number)?.stops ?? this.#lists[this.#listOf.at(number)] ?? [];
	}

	/** One group a cause, in the order in which they were met; `left`: hits that are left out. */
	groups(left: ReadonlySet<Hit>): readonly HitGroup[] {
		const numbers = new Map<string, NumberList>();
		for (let number = 0; number < this.#places.length; number++) {
			const hit = this.#heavy.get(number);
			if (hit !== undefined && left.has(hit)) {
				continue;
			}
			const key = hit === undefined ? (this.#lightCause(number) as LightCause).key : causeOf(hit);
			const group = numbers.get(key) ?? new NumberList();
			numbers.set(key, group);
			group.push(number);
		}
		return [...numbers].map(([key, group]) => this.#group(key, group));
	}

	#group(key: string, numbers: NumberList): HitGroup {
		const first = this.#heavy.get(numbers.at(0)) ?? (this.#lightCause(numbers.at(0)) as LightCause).first;
		const ordered = this.#inOrder(numbers);
		const heavy: Hit[] = [];
		const consequences: Consequences[] = [];
		const stops = new Set<string>();
		const seen = new Set<number>();
		for (const number of ordered) {
			const hit = this.#heavy.get(number);
			heavy.push(...(hit === undefined ? [] : [hit]));
			const places = this.#consequences.get(number);
			if (places !== undefined) {
				consequences.push({ root: this.#places.at(number), stops: this.#stopsOf(number), places });
			}
			const list = this.#listOf.at(number);
			if (list < 0 || !seen.has(list)) {
				seen.add(list);
				this.#stopsOf(number).forEach((stop) => stops.add(stop));
			}
		}
		const cause = this.#byKey.get(key);
		const light = cause === undefined ? undefined : this.#causes[cause]?.nearest;
		const [full] = heavy;
		const places = ordered.map((number) => this.#places.at(number));
		return {
			key,
			first,
			nearest: full === undefined || (light !== undefined && light.at < full.at) ? (light ?? first) : full,
			places: places.filter((place, at) => place !== places[at - 1]),
			stops: [...stops],
			heavy,
			consequences,
		};
	}

	/** By place. Those of one stop mostly are, and sorting numbers by others takes memory. */
	#inOrder(list: NumberList): Int32Array {
		const numbers = list.toArray();
		const places = this.#places;
		const isOrdered = numbers.every((each, at) => at === 0 || places.at(numbers[at - 1] as number) <= places.at(each));
		return isOrdered ? numbers : numbers.sort((a, b) => places.at(a) - places.at(b) || a - b);
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
