/**
 * How the rows of a table are found: by which index, in which ranges.
 *
 * In: a table, what conditions say of its columns (`sargable-predicates.ts`), index hints, estimates. Out: the access that
 * costs least, and how many rows it finds. It refuses to know other tables.
 *
 * Where no other way can be better nobody is asked how many rows there are: by a whole unique key, or in ranges of
 * the only index that conditions concern, if its entries hold all that is wanted.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import { keyKindOf } from "../../store/encoding/key-part.ts";
import { encodeText } from "../../types/value.ts";
import type { TableFacts } from "./sargable-predicates.ts";
import { indexCost, scanCost } from "./cost-model.ts";
import { rowsFor, rowsPerValue } from "./row-estimate.ts";
import { type IndexChoice, indexChoices } from "./index-access.ts";
import type { Access } from "../tree/query-plan.ts";
import type { Estimates } from "../tree/estimates.ts";
import type { IndexHint } from "../../sql/tree/table-name.ts";

/** So many values of a unique key are fewer than any table's rows that matter. */
const fewKeys = 10;
/** Values that find no more than this on average are not looked up to see how many they find. */
const fewPerValue = 20;

export interface AccessChoice {
	readonly access: Access;
	/** Found by it, about. */
	readonly rows: number;
	readonly cost: number;
	/** Indexes that conditions concern. */
	readonly possible: readonly Index[];
}

/** What the rows are wanted for. */
interface AccessNeed {
	readonly estimates: Estimates;
	/** Offsets of the columns that are read. */
	readonly columns: readonly number[];
	readonly withKey: boolean;
	/** Rows that are read stay locked. */
	readonly locks: boolean;
	/** Somebody asks how many rows there are, whichever way is best. */
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
	// Hints are judged whatever the condition.
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
	// Without a condition, and nobody asking, there is nothing to compare.
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
 * Do an index's entries hold these columns' values, so that no row need be looked up? Those of integers, decimals,
 * dates and times.
 */
export function holdsColumns(table: Table, index: Index, columns: readonly number[]): boolean {
	const parts = [...index.parts, ...(table.primaryKey?.parts ?? [])];
	return columns.every((offset) =>
		parts.some(
			({ column, length }) => column.offset === offset && length === undefined && keyKindOf(column.type) === "integer",
		),
	);
}

/** How many rows lie in the ranges of an index, about. */
export function rowsOf(table: Table, { access, parts, bounds }: IndexChoice, estimates: Estimates): number {
	const { index, ranges, unique } = access;
	if (unique) {
		return ranges.length;
	}
	const rows = rowsFor(estimates, table);
	const perValue = parts === 0 ? rows : rowsPerValue(estimates, table, index, parts);
	if (bounds === "none" && perValue <= fewPerValue) {
		return Math.min(rows, perValue * ranges.length);
	}
	const counted = estimates.inRanges(table, index, ranges);
	if (counted !== undefined) {
		return counted;
	}
	const share = bounds === "none" ? 1 : bounds === "one" ? 1 / 3 : 1 / 9;
	// However many ranges there are: they leave out most of a table.
	return Math.min(perValue * (parts === 0 ? 1 : ranges.length) * share, bounds === "none" ? rows : rows / 2);
}

/** Those that USE, FORCE and IGNORE INDEX leave; error 1176 for a name that is none. */
function allowedIndexes(table: Table, hints: readonly IndexHint[]): readonly Index[] {
	let allowed = table.indexes;
	for (const { action, indexes } of hints) {
		const named = indexes.map((name) => indexNamed(table, name));
		allowed =
			action === "ignore"
				? allowed.filter((index) => !named.includes(index))
				: allowed.filter((index) => named.includes(index));
	}
	return allowed;
}

function indexNamed(table: Table, name: string): Index {
	const wanted = name.toLowerCase();
	const index = table.indexes.find((candidate) => candidate.name.toLowerCase() === wanted);
	if (index === undefined) {
		throw sqlError("keyDoesNotExist", encodeText(name), encodeText(table.name));
	}
	return index;
}
