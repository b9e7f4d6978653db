/**
 * Partition changes of an ALTER TABLE: the new PARTITION BY clause; errors 1505 to 1520, 1735.
 *
 * `partition-rows.ts` moves the rows, `../partition-check.ts` checks the partitions.
 */
import { leavesOf, namedParts, numberedParts } from "../../../catalog/partition-leaf.ts";
import type { TableRecord } from "../../../catalog/record.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import { parsePartitionChange, parsePartitioning } from "../../../sql/parse/index.ts";
import { printPartBound, printPartitioning } from "../../../sql/print/index.ts";
import type { Execution } from "../../execution.ts";
import { assertPartitionEngines } from "../partition-engine.ts";
import type { Part, PartitionChange, Partitioning, PartNames } from "../../../sql/tree/partitioning.ts";
import { decodeText, encodeText } from "../../../types/value/value.ts";

export function alterPartitioning(record: TableRecord, text: string, execution: Execution): TableRecord {
	const change = parsePartitionChange(encodeText(text));
	assertPartitionEngines(partsOf(change), record.engine, execution);
	if (change.action === "by") {
		return withParts(record, change.partitioning);
	}
	const { partitionText, ...whole } = record;
	if (partitionText === undefined) {
		throw sqlError("unpartitionedTable");
	}
	if (change.action === "remove") {
		return whole;
	}
	const changed = changedParts(parsePartitioning(encodeText(partitionText))!, change, record.name);
	return changed === undefined ? record : withParts(record, changed);
}

/** The partitions that the change defines. */
function partsOf(change: PartitionChange): readonly Part[] {
	return change.action === "by"
		? change.partitioning.parts
		: change.action === "add" || change.action === "reorganize"
			? change.parts
			: [];
}

function withParts(record: TableRecord, partitioning: Partitioning): TableRecord {
	return { ...record, partitionText: decodeText(printPartitioning(partitioning)) };
}

/** Undefined: the partitions are unchanged. */
function changedParts(partitioning: Partitioning, change: PartitionChange, table: string): Partitioning | undefined {
	switch (change.action) {
		case "add":
			return withAdded(partitioning, change.parts, change.count);
		case "drop":
			return withoutDropped(partitioning, change.names);
		case "coalesce":
			return coalesced(partitioning, change.count);
		case "reorganize":
			return reorganized(partitioning, change.names, change.parts);
		case "rebuild":
			if (change.names !== "all") {
				placesOf(
					partitioning.parts.length === 0 ? namedParts(partitioning) : partitioning.parts,
					change.names,
					"REBUILD",
				);
			}
			return undefined;
		case "truncate":
			assertNamed(partitioning, change.names, table);
			return undefined;
		case "exchange":
			assertNamed(partitioning, [change.name], table);
			return undefined;
		case "discard":
		case "import":
			throw sqlError("notSupportedYet", `ALTER TABLE ... ${change.action.toUpperCase()} PARTITION`);
		default:
			return undefined;
	}
}

function isByValues({ method }: Partitioning): boolean {
	return method.startsWith("RANGE") || method.startsWith("LIST");
}

function assertNamed(partitioning: Partitioning, names: PartNames, table: string): void {
	const known = new Set(
		leavesOf(partitioning).flatMap(({ part, below }) => [
			part.name.toLowerCase(),
			...(below === undefined ? [] : [below.name.toLowerCase()]),
		]),
	);
	const missing = names === "all" ? undefined : names.find((name) => !known.has(name.toLowerCase()));
	if (missing !== undefined) {
		throw sqlError("unknownPartition", encodeText(missing), encodeText(table));
	}
}

/** Places of partitions by name. Throws 1507. */
function placesOf(parts: readonly Part[], names: readonly string[], word: string): readonly number[] {
	const byName = new Map(parts.map(({ name }, at) => [name.toLowerCase(), at]));
	const places = names.map((name) => byName.get(name.toLowerCase()) ?? -1);
	if (places.includes(-1) || new Set(places).size < places.length) {
		throw sqlError("partitionListWrong", word);
	}
	return places;
}

function withAdded(partitioning: Partitioning, added: readonly Part[], count = added.length): Partitioning {
	if (count === 0) {
		throw sqlError("addNoPartition");
	}
	const parts = namedParts(partitioning);
	if (isByValues(partitioning) && added.length === 0) {
		throw sqlError("partitionsUndefined", partitioning.method.startsWith("RANGE") ? "RANGE" : "LIST");
	}
	if (partitioning.parts.length === 0 && added.length === 0) {
		return { ...partitioning, count: parts.length + count };
	}
	const perPart = partitioning.below?.count ?? parts[0]?.parts.length ?? 0;
	if (partitioning.below === undefined && added.some((part) => part.parts.length > 0)) {
		throw sqlError("subpartitionOfHash");
	}
	if (perPart > 0 && added.some((part) => part.parts.length > 0 && part.parts.length !== perPart)) {
		throw sqlError("addedSubpartitionCount");
	}
	const { count: _listed, ...rest } = partitioning;
	const fresh =
		added.length > 0
			? added
			: Array.from({ length: count }, (_, at): Part => ({ name: `p${parts.length + at}`, parts: [] }));
	return withNamedBelow({ ...rest, parts: [...parts, ...fresh] }, perPart);
}

/** Where some partitions name their subpartitions, all do. */
function withNamedBelow({ below, parts, ...rest }: Partitioning, perPart: number): Partitioning {
	if (below === undefined || parts.every((part) => part.parts.length === 0)) {
		return { ...rest, ...(below && { below }), parts };
	}
	const { count: _listed, ...method } = below;
	return {
		...rest,
		below: method,
		parts: parts.map((part) =>
			part.parts.length > 0 ? part : { ...part, parts: numberedParts(perPart, `${part.name}sp`) },
		),
	};
}

function withoutDropped(partitioning: Partitioning, names: PartNames): Partitioning {
	if (!isByValues(partitioning)) {
		throw sqlError("onlyRangeList", "DROP");
	}
	if (names === "all" || names.length >= partitioning.parts.length) {
		throw sqlError("dropLastPartition");
	}
	const places = new Set(placesOf(partitioning.parts, names, "DROP"));
	return { ...partitioning, parts: partitioning.parts.filter((_part, at) => !places.has(at)) };
}

function coalesced(partitioning: Partitioning, count: number): Partitioning {
	const parts = namedParts(partitioning);
	if (isByValues(partitioning)) {
		throw sqlError("coalesceOnlyHash");
	}
	if (count < 1) {
		throw sqlError("coalesceNoPartition");
	}
	if (count >= parts.length) {
		throw sqlError("dropLastPartition");
	}
	return partitioning.parts.length === 0
		? { ...partitioning, count: parts.length - count }
		: { ...partitioning, parts: parts.slice(0, -count) };
}

function reorganized(
	partitioning: Partitioning,
	names: readonly string[],
	fresh: readonly Part[],
): Partitioning | undefined {
	if (names.length === 0) {
		if (isByValues(partitioning)) {
			throw sqlError("reorganizeWithoutNames");
		}
		return undefined;
	}
	const parts = namedParts(partitioning);
	if (names.length > parts.length) {
		throw sqlError("reorganizeTooMany");
	}
	if (!isByValues(partitioning) && names.length !== fresh.length) {
		throw sqlError("reorganizeOtherCount");
	}
	const places = [...placesOf(parts, names, "REORGANIZE")].sort((a, b) => a - b);
	const [first = 0] = places;
	const last = places.at(-1)!;
	if (!partitioning.method.startsWith("LIST") && last - first + 1 !== places.length) {
		throw sqlError("partitionsNotConsecutive");
	}
	const moved = new Set(places);
	const rest = parts.filter((_part, at) => !moved.has(at));
	const { count: _listed, ...method } = partitioning;
	return withNamedBelow(
		{ ...method, parts: [...rest.slice(0, first), ...fresh, ...rest.slice(first)] },
		partitioning.below?.count ?? parts[0]?.parts.length ?? 0,
	);
}

/** Throws 1520 where REORGANIZE moves the end of a range; the last may only grow. Both clauses are normalized. */
export function refuseMovedRange(text: string, former: string, now: string): void {
	const change = parsePartitionChange(encodeText(text));
	if (change.action !== "reorganize" || change.names.length === 0) {
		return;
	}
	const [before, after] = [former, now].map((clause) => parsePartitioning(encodeText(clause))!) as [
		Partitioning,
		Partitioning,
	];
	if (!before.method.startsWith("RANGE")) {
		return;
	}
	const last = Math.max(...placesOf(before.parts, change.names, "REORGANIZE"));
	const [was, is] = [
		boundOf(before.parts[last]),
		boundOf(after.parts[last - change.names.length + change.parts.length]),
	];
	const mayGrow =
		last === before.parts.length - 1 &&
		was !== "MAXVALUE" &&
		(is === "MAXVALUE" || before.columns !== undefined || BigInt(is) >= BigInt(was));
	if (was !== is && !mayGrow) {
		throw sqlError("reorganizeOutsideRange");
	}
}

function boundOf(part: Part | undefined): string {
	return part?.bound === undefined ? "" : printPartBound(part.bound);
}

/**
 * Whether existing rows must be checked for a partition (1526). False where partitions were only added, or only
 * removed: `partition-rows.ts` has dealt with the rows of those.
 */
export function mayLoseParts(former: string | undefined, now: string | undefined): boolean {
	if (now === undefined || now === former) {
		return false;
	}
	const after = parsePartitioning(encodeText(now))!;
	if (!isByValues(after)) {
		return false;
	}
	const before = former === undefined ? undefined : parsePartitioning(encodeText(former))!;
	const textsOf = (partitioning: Partitioning | undefined): readonly string[] =>
		partitioning?.parts.map((part) => `${part.name} ${boundOf(part)}`) ?? [];
	const [old, fresh] = [new Set(textsOf(before)), new Set(textsOf(after))];
	const isSame = before?.method === after.method && before.expression === after.expression;
	const [isGrown, isShrunk] = [[...old].every((text) => fresh.has(text)), [...fresh].every((text) => old.has(text))];
	return !isSame || !(isGrown || isShrunk);
}
