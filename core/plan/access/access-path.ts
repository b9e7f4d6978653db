/**
 * Access path selection: full table scan, index lookup or range scan, whichever costs least.
 *
 * Input are the sargable predicates, index hints and estimates of one table. Estimates are not asked where no other
 * path can be better: a lookup by a whole unique key, or ranges of the only usable index if it covers the query.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { keyKindOf } from "../../store/encoding/key-part.ts";
import { encodeText } from "../../types/value/value.ts";
import type { TableFacts } from "./sargable-predicates.ts";
import { indexCost, scanCost } from "./cost-model.ts";
import { rowsFor, rowsPerValue } from "./row-estimate.ts";
import { type IndexChoice, indexChoices } from "./index-access.ts";
import type { Access } from "../tree/query-plan.ts";
import type { Estimates } from "../tree/estimates.ts";
import type { IndexHint } from "../../sql/tree/table-name.ts";

/** This many values of a unique key are always cheaper than a scan. */
const fewKeys = 10;
/** Values that find at most this many rows on average are not probed individually ... */
const fewPerValue = 20;
/** ... unless one of them finds more than this, as the 0 of a column where others name a row, or its NULL. */
const manyPerValue = 100;

export interface AccessChoice {
	readonly access: Access;
	/** Estimated rows found. */
	readonly rows: number;
	readonly cost: number;
	/** Usable indexes (EXPLAIN's possible_keys). */
	readonly possible: readonly Index[];
}

/** Requirements of the reader. */
interface AccessNeed {
	readonly estimates: Estimates;
	/** Offsets of the columns that are read. */
	readonly columns: readonly number[];
	readonly withKey: boolean;
	/** Rows that are read are locked. */
	readonly locks: boolean;
	/** The row estimate is needed even if no choice depends on it. */
	readonly counts: boolean;
}

const scan: Access = { kind: "scan", reverse: false };

export function chooseAccessPath(
	table: Table,
	facts: TableFacts,
	hints: readonly IndexHint[],
	need: AccessNeed,
): AccessChoice {
	const knowsAny = facts.all.size > 0 || facts.either.length > 0;
	// Hints are validated even without a condition.
	const allowed = knowsAny || hints.length > 0 ? allowedIndexes(table, hints) : [];
	const choices = knowsAny ? allowed.flatMap((index) => indexChoices(index, facts)) : [];
	const possible = [...new Set(choices.map(({ access }) => access.index))];
	const obvious = need.counts ? undefined : obviousChoice(table, choices, need);
	if (obvious !== undefined) {
		const { ranges } = obvious.access;
		return {
			access: obvious.access,
			rows: ranges.length,
			cost: indexCost({ ranges: ranges.length, rows: ranges.length, way: "rows", locks: false }),
			possible,
		};
	}
	const isForced = choices.length > 0 && hints.some((hint) => hint.action === "force");
	// Without usable indexes there is nothing to compare.
	const all = choices.length === 0 && !need.counts ? 0 : rowsFor(need.estimates, table);
	let best: AccessChoice = {
		access: scan,
		rows: all,
		cost: isForced ? Number.POSITIVE_INFINITY : scanCost(all),
		possible,
	};
	for (const choice of choices) {
		const rows = rowsOf(table, choice, need.estimates);
		const cost = indexCost({
			ranges: choice.access.ranges.length,
			rows,
			way: wayOf(table, choice.access.index, need),
			locks: need.locks,
		});
		if (cost < best.cost) {
			best = { access: choice.access, rows, cost, possible };
		}
	}
	return best;
}

function obviousChoice(table: Table, choices: readonly IndexChoice[], need: AccessNeed): IndexChoice | undefined {
	const whole = choices.find(({ access }) => access.unique && access.ranges.length <= fewKeys);
	if (whole !== undefined || choices.length !== 1) {
		return whole;
	}
	const [only] = choices as [IndexChoice];
	return wayOf(table, only.access.index, need) === "lookups" ? undefined : only;
}

function wayOf(table: Table, index: Index, { columns, withKey }: AccessNeed): "rows" | "entries" | "lookups" {
	return index.primary ? "rows" : !withKey && holdsColumns(table, index, columns) ? "entries" : "lookups";
}

/**
 * Covering index: whether index entries hold these columns' values (integers, decimals, dates, times), so that no row
 * is looked up.
 */
export function holdsColumns(table: Table, index: Index, columns: readonly number[]): boolean {
	const parts = [...index.parts, ...(table.primaryKey?.parts ?? [])];
	return columns.every((offset) =>
		parts.some(
			({ column, length }) => column.offset === offset && length === undefined && keyKindOf(column.type) === "integer",
		),
	);
}

/** Estimated rows in the ranges of an index. */
export function rowsOf(table: Table, { access, parts, bounds }: IndexChoice, estimates: Estimates): number {
	const { index, ranges, unique } = access;
	if (unique) {
		return ranges.length;
	}
	const rows = rowsFor(estimates, table);
	const perValue = parts === 0 ? rows : rowsPerValue(estimates, table, index, parts);
	if (bounds === "none" && perValue <= fewPerValue && (estimates.greatest(table, index, parts) ?? 0) <= manyPerValue) {
		return Math.min(rows, perValue * ranges.length);
	}
	const counted = estimates.inRanges(table, index, ranges);
	if (counted !== undefined) {
		return counted;
	}
	const share = bounds === "none" ? 1 : bounds === "one" ? 1 / 3 : 1 / 9;
	// Any number of ranges is taken to exclude at least half of the table.
	return Math.min(perValue * (parts === 0 ? 1 : ranges.length) * share, bounds === "none" ? rows : rows / 2);
}

/** Indexes allowed by USE, FORCE and IGNORE INDEX; 1176 for an unknown name. */
function allowedIndexes(table: Table, hints: readonly IndexHint[]): readonly Index[] {
	let allowed = table.indexes;
	for (const { action, indexes } of hints) {
		const named = indexes.flatMap((name) => indexNamed(table, name));
		allowed =
			action === "ignore"
				? allowed.filter((index) => !named.includes(index))
				: allowed.filter((index) => named.includes(index));
	}
	return allowed;
}

/** None for a full-text or spatial index, which no plan uses. */
function indexNamed(table: Table, name: string): readonly Index[] {
	const isWanted = (index: { readonly name: string }): boolean => index.name.toLowerCase() === name.toLowerCase();
	if (!table.record.indexes.some(isWanted)) {
		throw sqlError("keyDoesNotExist", encodeText(name), encodeText(table.name));
	}
	return table.indexes.filter(isWanted);
}
