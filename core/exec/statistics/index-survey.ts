/**
 * Samples an index to estimate distinct values and a histogram, incrementally, a few steps at a time.
 *
 * Small indexes are read completely. Of a large one it reads milestones (a step per block), then compares neighbours
 * at places about equally far apart (index dives).
 *
 *     |....:....:....:....:....:....|      milestones: some hundred are kept, about equally many entries apart
 *      ##        ##        ##              dives: neighbours compared, part by part
 *
 * If c of n neighbours differ in the first part, N entries have about N c / n distinct values. Milestones that differ
 * count, too. Where all entries are read, some of them are the milestones. Between two milestones with the same first
 * part all entries have it: the longest such stretch tells how frequent the most frequent value is.
 */
import { nowMs } from "../../async/timers.ts";
import type { Index, Table } from "../../catalog/table.ts";
import { endOfKeyPart, keyKindOf } from "../../store/encoding/key-part.ts";
import type { KeySample, KeySampleWalk } from "../../store/page/key-sample.ts";
import { PageKeySamples } from "../../store/memtable/key-sample-run.ts";
import type { Key } from "../../store/contract.ts";
import type { FastSnapshot } from "../../store/fast-store.ts";
import { indexPrefix, indexRange, type KeyRange } from "../rows/index-entry.ts";
import type { IndexStatistics } from "./index-statistics.ts";

const maximumMilestones = 2048;
const maximumBounds = 200;
/** Up to this many entries are all read. */
const fewEntries = 4096;
const dives = 40;
const entriesOfDive = 64;

export class IndexSurvey {
	readonly #snapshot: FastSnapshot;
	readonly #table: Table;
	readonly #index: Index;
	readonly #range: KeyRange;
	readonly #walk: KeySampleWalk;
	#milestones: KeySample[] = [];
	#pending: KeySample | undefined;
	/** Minimum number of entries between two milestones. */
	#apart = 1;
	#places: readonly Key[] | undefined;
	#dived = 0;
	#neighbours = 0;
	/** By the number of parts: neighbours that differ. */
	readonly #changes: number[];
	#isWhole = false;

	constructor(table: Table, index: Index, snapshot: FastSnapshot) {
		this.#table = table;
		this.#index = index;
		this.#snapshot = snapshot;
		this.#range = indexRange(table, index);
		this.#walk = snapshot.milestones?.(this.#range) ?? new PageKeySamples(snapshot.pages(this.#range));
		this.#changes = index.parts.map(() => 0);
	}

	/** Returns true when done. */
	go(steps: number): boolean {
		if (this.#places === undefined) {
			const found = this.#walk.next(steps);
			if (found !== null) {
				for (const milestone of found) {
					this.#take(milestone);
				}
				return false;
			}
			this.#choosePlaces();
		}
		const from = this.#places![this.#dived++];
		if (from === undefined) {
			this.#takePending();
			return true;
		}
		// Not past the next place, so that deleted entries in between are passed once, not by every dive.
		this.#dive(
			from,
			this.#places![this.#dived] ?? this.#range.to,
			this.#isWhole ? Number.POSITIVE_INFINITY : entriesOfDive,
		);
		return false;
	}

	close(): void {
		this.#walk.close();
	}

	/** `rows`: of the table, which has as many entries. */
	statistics(rows: number, version: number): IndexStatistics {
		const total = this.#total();
		const bounds: Key[] = [];
		const shares: number[] = [];
		const least = total / maximumBounds;
		let passed = 0;
		for (const { key, entries } of this.#milestones) {
			passed += entries;
			if (passed - (shares.at(-1) ?? 0) * total >= least) {
				bounds.push(key);
				shares.push(passed / total);
			}
		}
		return {
			rows,
			distinct: this.#distinct(rows),
			greatest: this.#greatest(),
			bounds,
			shares,
			madeMs: nowMs(),
			version,
		};
	}

	#total(): number {
		return this.#milestones.reduce((sum, { entries }) => sum + entries, 0);
	}

	#take(milestone: KeySample): void {
		const pending = this.#pending;
		if (pending === undefined) {
			this.#pending = milestone;
		} else if (milestone.key < pending.key) {
			this.#milestones.push(pending);
			this.#pending = milestone;
		} else {
			this.#pending = { key: milestone.key, entries: pending.entries + milestone.entries };
		}
		if (this.#pending!.entries >= this.#apart) {
			this.#milestones.push(this.#pending!);
			this.#pending = undefined;
		}
		if (this.#milestones.length > maximumMilestones) {
			this.#thin();
		}
	}

	#takePending(): void {
		if (this.#pending !== undefined) {
			this.#milestones.push(this.#pending);
			this.#pending = undefined;
		}
	}

	/** Drops every second milestone. */
	#thin(): void {
		const sorted = this.#milestones.sort(byKey);
		this.#milestones = [];
		for (let at = 0; at < sorted.length; at += 2) {
			const [first, second] = [sorted[at]!, sorted[at + 1]];
			this.#milestones.push(
				second === undefined ? first : { key: second.key, entries: first.entries + second.entries },
			);
		}
		this.#apart = (2 * this.#total()) / maximumMilestones;
	}

	#choosePlaces(): void {
		this.#takePending();
		this.#milestones.sort(byKey);
		const count = this.#milestones.length;
		this.#isWhole = this.#total() <= fewEntries;
		if (this.#isWhole) {
			this.#places = [this.#range.from];
			this.#apart = Math.ceil(this.#total() / maximumBounds);
			this.#milestones = [];
			return;
		}
		const places = Array.from(
			{ length: Math.min(dives, count) },
			(_, at) => this.#milestones[Math.floor((at * count) / dives)]!.key,
		);
		this.#places = [...new Set(places)];
	}

	#dive(from: Key, to: Key, most: number): void {
		const pages = this.#snapshot.pages({ from, to, limit: Math.min(most, fewEntries) });
		let last: Key | undefined;
		let seen = 0;
		while (seen < most) {
			const page = pages.next();
			if (page === null || page instanceof Promise) {
				break;
			}
			for (let at = 0; at < page.count && seen < most; at++, seen++) {
				const key = page.key(at);
				if (last !== undefined) {
					this.#compare(last, key);
				}
				last = key;
				if (this.#isWhole) {
					this.#take({ key, entries: 1 });
				}
			}
		}
		pages.close();
	}

	#compare(a: Key, b: Key): void {
		let differs = 0;
		while (a.charCodeAt(differs) === b.charCodeAt(differs)) {
			differs++;
		}
		this.#neighbours++;
		let at = indexPrefix(this.#table, this.#index, [], null).length;
		let isChanged = false;
		for (const [part, { column }] of this.#index.parts.entries()) {
			at = isChanged ? at : endOfKeyPart(a, at, keyKindOf(column.type));
			isChanged ||= differs < at;
			this.#changes[part]! += isChanged ? 1 : 0;
		}
	}

	#distinct(rows: number): number[] {
		if (rows === 0) {
			return this.#changes.map(() => 0);
		}
		if (this.#isWhole) {
			return this.#changes.map((changes) => changes + 1);
		}
		const told = this.#milestoneValues();
		return this.#changes.map((changes, part) =>
			Math.min(rows, Math.max(told[part]!, Math.round((changes / Math.max(this.#neighbours, 1)) * rows))),
		);
	}

	/** Returns the number of distinct milestones per prefix. */
	#milestoneValues(): number[] {
		const values = this.#index.parts.map(() => new Set<Key>());
		for (const { key } of this.#milestones) {
			for (const [part, value] of this.#prefixes(key).entries()) {
				values[part]!.add(value);
			}
		}
		return values.map(({ size }) => size);
	}

	/** Returns the share of entries in the longest stretch between milestones with the same prefix. */
	#greatest(): number[] {
		const total = Math.max(this.#total(), 1);
		const longest = this.#index.parts.map(() => 0);
		const running = this.#index.parts.map(() => 0);
		let last: readonly Key[] = [];
		for (const { key, entries } of this.#milestones) {
			const prefixes = this.#prefixes(key);
			for (const [part, value] of prefixes.entries()) {
				running[part] = value === last[part] ? running[part]! + entries : 0;
				longest[part] = Math.max(longest[part]!, running[part]! / total);
			}
			last = prefixes;
		}
		return longest;
	}

	/** Returns a key's first part, its first two parts ... */
	#prefixes(key: Key): Key[] {
		const begins = indexPrefix(this.#table, this.#index, [], null).length;
		let at = begins;
		return this.#index.parts.map(({ column }) => {
			at = endOfKeyPart(key, at, keyKindOf(column.type));
			return key.slice(begins, at);
		});
	}
}

function byKey(a: KeySample, b: KeySample): number {
	return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
