/**
 * ALGORITHM and LOCK of an ALTER TABLE, judged as by MySQL's online DDL: which changes copy the table or lock it.
 *
 * They change nothing of how it runs here: 1845 and 1846 tell scripts what a MySQL server would refuse.
 */
import type { Table } from "../../../catalog/table.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { AlterChange, AlterTable, OnlineOption } from "../../../sql/tree/table.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { Execution } from "../../execution.ts";
import { referencesTo } from "../../write/reference.ts";
import { engineName } from "../table-option.ts";
import { inPlaceNeed, type InPlaceNeed } from "./in-place-need.ts";

/** `table` is what `former` becomes. */
export function judgeOnline({ changes }: AlterTable, former: Table, table: Table, execution: Execution): void {
	const algorithm = asked(changes, "algorithm");
	const lock = asked(changes, "lock");
	if (algorithm === "default" && lock === "default") {
		return;
	}
	refuseOptions(changes, algorithm, lock);
	const isTemporary = former.record.temporary === true;
	if (algorithm !== "copy" && !isTemporary && changes.every(isOfName)) {
		if (lock === "none" || lock === "shared") {
			throw notSupported("LOCK=NONE/SHARED", "LOCK=EXCLUSIVE");
		}
		return;
	}
	const isImpossible = isTemporary || changes.some((change) => needsCopy(change, former));
	if (isImpossible && algorithm === "inplace") {
		throw notSupported("ALGORITHM=INPLACE", "ALGORITHM=COPY");
	}
	if (!isImpossible && algorithm !== "copy") {
		refuseNeed(inPlaceNeed(changes, former, table, execution), algorithm, lock);
		return;
	}
	if (algorithm === "copy" && renamesLinked(former, table, execution)) {
		throw notSupported("ALGORITHM=COPY", "ALGORITHM=INPLACE", "Columns participating in a foreign key are renamed");
	}
	if (lock === "none" && !isTemporary) {
		throw notSupported("LOCK=NONE", "LOCK=SHARED", "COPY algorithm requires a lock");
	}
}

/** Of several the last counts. */
function asked(changes: readonly AlterChange[], option: OnlineOption["option"]): string {
	return (
		changes.flatMap((each) => (each.change === "online" && each.option === option ? [each.value] : [])).at(-1) ??
		"default"
	);
}

function notSupported(what: string, instead: string, reason?: string): Error {
	return reason === undefined
		? sqlError("alterNotSupported", encodeText(what), encodeText(instead))
		: sqlError("alterNotSupportedReason", encodeText(what), encodeText(reason), encodeText(instead));
}

const partitionReason = "Partition specific operations do not yet support LOCK/ALGORITHM";

/** Changes of partitions and tablespaces have no such options. */
function refuseOptions(changes: readonly AlterChange[], algorithm: string, lock: string): void {
	const last = changes.at(-1);
	const isOfParts = last?.change === "partitioning" && !isRepartitioning(last);
	if (last?.change !== "tablespace" && !isOfParts) {
		return;
	}
	const reason = isOfParts ? partitionReason : undefined;
	if (lock !== "default") {
		throw notSupported("LOCK=NONE/SHARED/EXCLUSIVE", "LOCK=DEFAULT", reason);
	}
	if (algorithm !== "default") {
		throw notSupported("ALGORITHM=COPY/INPLACE", "ALGORITHM=DEFAULT", reason);
	}
}

/** PARTITION BY and REMOVE PARTITIONING, which copy the table. */
function isRepartitioning(change: AlterChange): boolean {
	return change.change === "partitioning" && /^(partition|remove)\b/i.test(change.text);
}

function isOfName({ change }: AlterChange): boolean {
	return change === "rename-table" || change === "keys" || change === "online" || change === "validation";
}

function needsCopy(change: AlterChange, former: Table): boolean {
	switch (change.change) {
		case "order-by":
			return true;
		case "validation":
			return change.isWanted && former.record.columns.some(({ generated }) => generated?.stored === false);
		case "option":
			return change.option.option === "engine" && !isEngineOf(change.option.value, former);
		default:
			return isRepartitioning(change);
	}
}

function isEngineOf(name: string, { record }: Table): boolean {
	return name.toLowerCase() === engineName.toLowerCase() && record.forgetsForeignKeys !== true;
}

function refuseNeed({ needs, reason }: InPlaceNeed, algorithm: string, lock: string): void {
	if (needs === "copy" && algorithm === "inplace") {
		throw notSupported("ALGORITHM=INPLACE", "ALGORITHM=COPY", reason);
	}
	if (needs !== "nothing" && lock === "none") {
		throw notSupported("LOCK=NONE", "LOCK=SHARED", reason);
	}
}

/** Whether a column on either side of a foreign key gets another name. */
function renamesLinked(former: Table, table: Table, execution: Execution): boolean {
	const isRenamed = ({ id, name }: { readonly id: number; readonly name: string }): boolean =>
		table.columns.some((column) => column.id === id && column.name.toLowerCase() !== name.toLowerCase());
	const linked = [
		...referencesTo(former, execution.schema).flatMap(({ parentColumns }) => parentColumns),
		...former.columns.filter(({ id }) => former.record.foreignKeys.some(({ columnIds }) => columnIds.includes(id))),
	];
	return linked.some(isRenamed);
}
