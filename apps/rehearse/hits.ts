/**
 * Hits of a rehearsal. Those of notes and the like, and those of breaks on which no way out was tried, of which a long
 * log has very many, are kept as numbers: where the statement stands, at which stops it shows, and the cause, with the
 * first hit of it in full.
 */
import { NumberList } from "../workload/number-list.ts";
import { MadeSeries, type Series } from "../workload/series.ts";
import { causeOf, type Hit } from "./finding.ts";
import { isDefinition } from "./statement/kind.ts";
import { PlaceChains } from "./place-chains.ts";
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
	readonly consequences: Series<Consequences>;
}

interface Consequences {
	readonly root: number;
	readonly stops: readonly string[];
	readonly places: readonly number[];
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

export class Hits implements Iterable<readonly [hit: Hit, consequences: readonly number[]]> {
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
	/** By the number of a hit. */
	readonly #consequences = new PlaceChains();

	/**
	 * @param consequences - places of statements that fail or answer otherwise on account of it
	 * @returns the hit's number
	 */
	add(hit: Hit, consequences: readonly number[] = []): number {
		const number = this.#places.push(hit.at);
		consequences.forEach((place) => this.#consequences.add(number, place));
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
		this.#consequences.add(number, place);
	}

	/** Puts places of consequences, by the place of the statement that was let through at a stop, under its hits. */
	followBroken(found: PlaceChains, stop: string): void {
		for (let number = 0; !found.isEmpty && number < this.#places.length; number++) {
			const place = this.#places.at(number);
			const of = found.has(place) ? this.classOf(number) : undefined;
			if (of !== undefined && brokenClasses.has(of) && this.#stopsOf(number).includes(stop)) {
				found.of(place).forEach((each) => this.follow(number, each));
			}
		}
	}

	/**
	 * In the order in which they were met, with the places of their consequences; of a light one the outcomes are those
	 * of the first of its cause.
	 */
	*[Symbol.iterator](): Generator<readonly [hit: Hit, consequences: readonly number[]]> {
		for (let number = 0; number < this.#places.length; number++) {
			yield [this.#heavy.get(number) ?? this.#light(number), this.#consequences.of(number)];
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

	/**
	 * One group a cause, in the order in which they were met.
	 *
	 * @param left - hits that are left out
	 * @param apart - by the places of statements: of a cause those of one word are a group of their own
	 */
	groups(left: ReadonlySet<Hit>, apart: ReadonlyMap<number, string> = new Map()): readonly HitGroup[] {
		const groups = new Map<string, { readonly cause: string; readonly numbers: NumberList }>();
		for (let number = 0; number < this.#places.length; number++) {
			const hit = this.#heavy.get(number);
			if (hit !== undefined && left.has(hit)) {
				continue;
			}
			const cause = hit === undefined ? (this.#lightCause(number) as LightCause).key : causeOf(hit);
			const key = `${cause}${apart.get(this.#places.at(number)) ?? ""}`;
			const group = groups.get(key) ?? { cause, numbers: new NumberList() };
			groups.set(key, group);
			group.numbers.push(number);
		}
		return [...groups].map(([key, { cause, numbers }]) => this.#group(key, cause, numbers));
	}

	#group(key: string, causeKey: string, numbers: NumberList): HitGroup {
		const first = this.#heavy.get(numbers.at(0)) ?? (this.#lightCause(numbers.at(0)) as LightCause).first;
		const ordered = this.#inOrder(numbers);
		const heavy: Hit[] = [];
		const stops = new Set<string>();
		const seen = new Set<number>();
		for (const number of ordered) {
			const hit = this.#heavy.get(number);
			heavy.push(...(hit === undefined ? [] : [hit]));
			const list = this.#listOf.at(number);
			if (list < 0 || !seen.has(list)) {
				seen.add(list);
				this.#stopsOf(number).forEach((stop) => stops.add(stop));
			}
		}
		const cause = this.#byKey.get(causeKey);
		const light = cause === undefined ? undefined : this.#causes[cause]?.nearest;
		const [full] = heavy;
		const places = ordered.map((number) => this.#places.at(number));
		const roots = ordered.filter((number) => this.#consequences.has(number));
		return {
			key,
			first,
			nearest: full === undefined || (light !== undefined && light.at < full.at) ? (light ?? first) : full,
			places: places.filter((place, at) => place !== places[at - 1]),
			stops: [...stops],
			heavy,
			consequences: new MadeSeries(roots.length, (at): Consequences => {
				const number = roots[at] as number;
				return { root: this.#places.at(number), stops: this.#stopsOf(number), places: this.#consequences.of(number) };
			}),
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
