/**
 * Index changes of an ALTER TABLE: dropped, renamed and added ones, and those whose columns changed.
 *
 * An index whose parts change gets a new id and is built again.
 */
import { checkIndexName, fold } from "../../../catalog/identifier.ts";
import { planIndex, primaryName } from "../../../catalog/index-definition.ts";
import type { IndexPartRecord, IndexRecord } from "../../../catalog/record.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import { lacksSupport } from "../foreign-key.ts";
import { keyShortening } from "../silent-change.ts";
import { isLargeType } from "../../../types/value/type.ts";
import type { Alteration } from "./alteration.ts";

export function dropIndex(alteration: Alteration, name: string): void {
	const { draft } = alteration;
	const at = draft.indexes.findIndex((index) => fold(index.name) === fold(name));
	if (at < 0) {
		throw sqlError("cantDropFieldOrKey", encodeText(name));
	}
	draft.indexes.splice(at, 1);
}

export function dropPrimaryKey(alteration: Alteration): void {
	dropIndex(alteration, primaryName);
}

export function renameIndex(alteration: Alteration, from: string, to: string): void {
	const { draft } = alteration;
	const at = draft.indexes.findIndex((index) => fold(index.name) === fold(from));
	const index = draft.indexes[at];
	if (index === undefined || index.type === "primary") {
		throw sqlError("keyDoesNotExist", encodeText(from), encodeText(alteration.table.name));
	}
	checkIndexName(to);
	if (fold(from) !== fold(to) && draft.indexes.some(({ name }) => fold(name) === fold(to))) {
		throw sqlError("duplicateKeyName", encodeText(to));
	}
	const { implied: _implied, ...own } = index;
	draft.indexes[at] = { ...own, name: to };
}

export function dropForeignKey(alteration: Alteration, name: string): void {
	dropNamed(alteration.draft.foreignKeys, name);
}

export function dropCheck(alteration: Alteration, name: string): void {
	if (!alteration.draft.checks.some((each) => fold(each.name) === fold(name))) {
		throw sqlError("checkMissing", encodeText(name));
	}
	dropNamed(alteration.draft.checks, name);
}

/** A CHECK that is not enforced stays recorded without effect. */
export function alterCheck({ draft }: Alteration, name: string, enforced: boolean): void {
	const at = draft.checks.findIndex((each) => fold(each.name) === fold(name));
	const check = draft.checks[at];
	if (check === undefined) {
		throw sqlError("checkMissing", encodeText(name));
	}
	draft.checks[at] = { ...check, enforced };
}

function dropNamed(list: { readonly name: string }[], name: string): void {
	const at = list.findIndex((each) => fold(each.name) === fold(name));
	if (at < 0) {
		throw sqlError("cantDropFieldOrKey", encodeText(name));
	}
	list.splice(at, 1);
}

/**
 * Adjusts every index to the current columns: dropped ones are removed unless replaced by name, prefixes follow
 * lengths.
 */
export function refitIndexes(alteration: Alteration): void {
	const { draft } = alteration;
	const fitted = draft.indexes.flatMap((index) => {
		const kept = index.parts.flatMap((part) => {
			const columnId = draft.columns.some(({ id }) => id === part.columnId)
				? part.columnId
				: successor(alteration, part.columnId);
			return columnId === undefined ? [] : [{ ...part, columnId }];
		});
		return kept.length === 0 ? [] : [refit(alteration, index, kept)];
	});
	draft.indexes.splice(0, draft.indexes.length, ...fitted);
	for (const { columnId } of draft.indexes.find(({ type }) => type === "primary")?.parts ?? []) {
		draft.makeNotNull(columnId);
	}
}

/** The column that this statement adds under the name of a dropped one: keys move to it. */
function successor({ table, draft }: Alteration, dropped: number): number | undefined {
	const name = fold(table.columns.find(({ id }) => id === dropped)?.name ?? "");
	return draft.columns.find((column) => fold(column.name) === name && !table.columns.some(({ id }) => id === column.id))
		?.id;
}

function refit(alteration: Alteration, index: IndexRecord, kept: readonly IndexPartRecord[]): IndexRecord {
	const { draft } = alteration;
	const parts = kept.map(({ columnId, length }) => {
		const column = draft.columns.find(({ id }) => id === columnId);
		const type = column?.type;
		const isLong = type !== undefined && isLargeType(type);
		const isPart =
			length !== undefined &&
			type !== undefined &&
			(isLong || (/(char|binary)$/.test(type.name) && length < type.length));
		return { column: column?.name ?? "", descending: false, ...(isPart ? { length } : {}) };
	});
	const definition = { kind: "index-definition", type: index.type, parts } as const;
	const planned = planIndex(definition, draft.columns, keyShortening(alteration.execution)).parts;
	if (JSON.stringify(planned) === JSON.stringify(index.parts)) {
		return index;
	}
	return { ...index, parts: planned, id: index.id === 0 ? 0 : draft.takeIndexId() };
}

/** Throws 1553 where a foreign key lost its index. */
export function checkForeignKeys(alteration: Alteration): void {
	const { draft, table } = alteration;
	for (const key of draft.foreignKeys) {
		if (lacksSupport(key, draft.indexes)) {
			const { indexes } = table.record;
			const lost = indexes.find((index) => !lacksSupport(key, [index], indexes));
			throw sqlError("indexNeededInForeignKey", encodeText(lost?.name ?? key.name));
		}
	}
}
