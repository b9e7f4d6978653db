/**
 * UPDATE, of one table or of several joined ones.
 *
 * In: a plan. Out: changed rows, and how many were matched and changed. The rows are found before the first is changed;
 * of several matches of one row the first counts. It refuses to know how rows are found (`plan/target.ts`).
 *
 * Assignments are done from left to right, and each sees what those before it assigned to its own table; of other tables it sees what was
 * found.
 */
import { privilegeBit } from "../catalog/privilege.ts";
import type { Column, Table } from "../catalog/table.ts";
import { sqlError } from "../errors.ts";
import { refuseReading, subqueryReadings } from "../plan/changed-table.ts";
import { needColumn } from "../plan/need.ts";
import { withoutFullLength } from "../plan/full-length.ts";
import { partitionerOf } from "../plan/partition/partitioner.ts";
import { functionColumns } from "../plan/partition/pruned.ts";
import type { Planning } from "../plan/planning.ts";
import { boundOrigin, nameColumn } from "../plan/scope.ts";
import { planTargets, type Target, type TargetPlan } from "../plan/target.ts";
import { Diagnostics } from "../rules/diagnostics.ts";
import type { Assignment, Update } from "../sql/tree/data.ts";
import type { Answer, Key } from "../store/store.ts";
import { encodeText, type Row, type Value } from "../types/value.ts";
import { Admission } from "./admission.ts";
import { after, attempt } from "./answer.ts";
import { bulk } from "./bulk/target.ts";
import { type BulkUpdate, bulkUpdate } from "./bulk/update.ts";
import { type Cell, planCell } from "./cell.ts";
import { collectRows } from "./collect-rows.ts";
import { duplicateEntry, duplicateWords } from "./duplicate-entry.ts";
import type { Execution } from "./execution.ts";
import type { StatementOutcome } from "./outcome.ts";
import { givenPartitions } from "./given-partitions.ts";
import { type FindTarget, keyTarget } from "./key-target.ts";
import { touchRow } from "./row-change.ts";
import { rowBytes } from "./spill/row-bytes.ts";
import { type RowForm, RowList } from "./spill/row-list.ts";
import { type Duplicate, type TableWriter, tableWriter } from "./table-writer.ts";
import { openTargets } from "./target.ts";
import { leaveOut } from "./violation.ts";
import { type CheckRow, viewCheck } from "./view-check.ts";
import { eachRow, retrying } from "./waiting.ts";

/** Written before somebody looks whether others want their turn. */
const rowsInTurn = 32;

/** The assignments to one table reference. */
interface TargetUpdate {
	readonly target: Target;
	readonly cells: readonly Cell[];
	readonly columns: readonly Column[];
}

export interface UpdatePlan {
	readonly targets: TargetPlan;
	readonly updates: readonly TargetUpdate[];
	readonly ignore: boolean;
	/** All tables the statement reads or writes. */
	readonly tables: readonly Table[];
	/** Where it is about one row by its key. */
	readonly find: FindTarget | undefined;
	/** Where it is about many rows of one table. */
	readonly bulk: BulkUpdate | undefined;
	/** Of rows that are changed through a view. */
	readonly check: CheckRow | undefined;
}

export function planUpdate(statement: Update, planning: Planning): UpdatePlan {
	const { tables: from, where, orderBy, limit } = statement;
	const targets = planTargets({ from, where, orderBy, limit }, planning);
	const byTarget = new Map<Target, Cell[]>();
	for (const assignment of statement.assignments) {
		const { target, column } = assigned(assignment, targets);
		const cells = byTarget.get(target) ?? [];
		const cell = planCell(assignment.value, column, targets.scope, planning, targets.rewrite, target.table);
		cells.push(column.record.generated === undefined ? cell : unchanged(cell, target.firstSlot));
		byTarget.set(target, cells);
	}
	const updates = [...byTarget].map(([target, cells]) => ({ target, cells, columns: cells.map(({ column }) => column) }));
	const { ignore } = statement;
	refuseSeveral(updates, targets);
	refuseMovedTwice(updates, targets);
	const readings = [...targets.readings, ...updates.flatMap(({ cells }) => cells.flatMap(({ bound }) => subqueryReadings(bound)))];
	updates.forEach(({ target }) => refuseReading(target, readings, "UPDATE"));
	const check = checkOf(statement, updates, targets);
	const bulk = ignore || check !== undefined || targets.views.size > 0 || updates.length !== 1 ? undefined : bulkUpdate(targets, updates[0]!.cells);
	return { targets, updates, ignore, tables: targets.read, find: keyTarget(targets), bulk, check };
}

/** Rows stay in the view they are changed through, and in the parts that are named. */
function checkOf({ tables }: Update, updates: readonly TargetUpdate[], { checks }: TargetPlan): CheckRow | undefined {
	const [named] = tables;
	const target = updates.length === 1 ? updates[0]!.target : undefined;
	if (tables.length !== 1 || named?.kind !== "table" || named.partitions === undefined || target === undefined) {
		return viewCheck(checks);
	}
	const check = givenPartitions(target.table, named.partitions);
	return (row, execution) => check(row.slice(target.firstSlot), execution);
}

/** The table and the column that a name means, through however many views. */
function assigned({ column }: Assignment, targets: TargetPlan): { readonly target: Target; readonly column: Column } {
	const bound = nameColumn(column, targets.scope, "field list");
	const named = bound.kind === "column" ? bound.origin?.source : undefined;
	const meant = withoutFullLength(targets.rewrite(bound));
	const origin = meant.kind === "column" ? meant.origin : undefined;
	if (named?.need !== undefined) {
		named.need.whole = change;
		needColumn(named.need, named.table?.columnsByName.get(column.name.toLowerCase())?.name ?? column.name, change);
	}
	if (origin?.source.need !== undefined && origin.source.need !== named?.need) {
		origin.source.need.whole |= change;
		needColumn(origin.source.need, origin.name, change);
	}
	const isView = named !== undefined && targets.views.has(named) && named.database !== "";
	if (isView && meant.kind !== "column") {
		throw sqlError("columnNotUpdatable", encodeText(column.name));
	}
	const isChangeable = named?.table !== undefined || (isView && !targets.fixed.includes(named));
	const target = isChangeable ? targets.tables.find(({ firstSlot }) => firstSlot === origin?.source.firstSlot) : undefined;
	if (target === undefined || origin?.column === undefined) {
		throw sqlError("nonUpdatableTable", encodeText(named?.alias ?? column.table ?? ""), "UPDATE");
	}
	return { target, column: origin.column };
}

/** A generated column set to its DEFAULT is what it was, as far as its own columns are. */
function unchanged({ column, compute }: Cell, firstSlot: number): Cell {
	return {
		column,
		bound: undefined,
		compute(row, evaluation) {
			compute(row, evaluation);
			return row[firstSlot + column.offset]!;
		},
	};
}

const change = privilegeBit("UPDATE");

/** Of a view's tables one may be changed at a time. */
function refuseSeveral(updates: readonly TargetUpdate[], { scope, views, rewrite }: TargetPlan): void {
	for (const view of views) {
		const slots = new Set(view.columns.map((column) => withoutFullLength(rewrite(boundOrigin(column)))).flatMap((bound) => (bound.kind === "column" ? [bound.origin?.source.firstSlot] : [])));
		if (scope.tables.includes(view) && updates.filter(({ target }) => slots.has(target.firstSlot)).length > 1) {
			throw sqlError("viewUpdateSeveral", encodeText(view.database), encodeText(view.name));
		}
	}
}

/** What says where a row lies: its primary key, and its part. */
function placingColumns(table: Table): ReadonlySet<Column> {
	const partitioner = partitionerOf(table);
	return new Set([...(table.primaryKey?.parts ?? []).map(({ column }) => column), ...(partitioner === undefined ? [] : functionColumns(table, partitioner))]);
}

/** Rows of a table that is changed by two names stay where both find them: error 1706 where such a column is assigned. */
function refuseMovedTwice(updates: readonly TargetUpdate[], { tables }: TargetPlan): void {
	const inOrder = tables.flatMap((target) => updates.filter((update) => update.target === target));
	for (const [at, one] of inOrder.entries()) {
		const other = inOrder.slice(at + 1).find(({ target }) => target.table.id === one.target.table.id);
		if (other !== undefined && [...one.columns, ...other.columns].some((column) => placingColumns(one.target.table).has(column))) {
			throw sqlError("multiUpdateKeyConflict", encodeText(one.target.alias), encodeText(other.target.alias));
		}
	}
}

export function update(plan: UpdatePlan, execution: Execution): Answer<StatementOutcome> {
	const found = plan.ignore ? undefined : plan.find?.(execution);
	return found === undefined ? updateMany(plan, execution) :
		after(found, (row) => (row === undefined ? updateMany(plan, execution) : updateOne(plan, row, execution)));
}

function updateMany(plan: UpdatePlan, execution: Execution): Answer<StatementOutcome> {
	const counted = bulk.isUsed ? plan.bulk?.(execution) : undefined;
	return counted === undefined ? updateAll(plan, execution) : after(counted, ({ matched, changed }) => updateOutcome(matched, changed, execution));
}

/** The row that was found by its key, or none. */
function updateOne(plan: UpdatePlan, row: Row | null, execution: Execution): Answer<StatementOutcome> {
	const run = new UpdateRun(plan, execution);
	if (row === null) {
		return run.outcome();
	}
	let change: RowChange | undefined;
	const keep = (made: RowChange): void => {
		change = made;
	};
	return after(retrying(() => run.assign(row, keep)), () => after(change && run.write(change), () => run.outcome()));
}

async function updateAll(plan: UpdatePlan, execution: Execution): Promise<StatementOutcome> {
	const rows = await collectRows(openTargets(plan.targets, execution), execution);
	const run = new UpdateRun(plan, execution);
	// All assignments are done before the first row is written, as INSERT makes all its rows first.
	const changes = new RowList(execution, changeForm(run.writers));
	const keep = (change: RowChange): void => changes.add(change);
	for (const batch of rows.batches()) {
		await eachRow(batch, (row) => run.assign(row, keep));
		await execution.giveWay();
	}
	rows.close();
	let count = 0;
	for (const batch of changes.batches()) {
		for (const change of batch) {
			if (++count % rowsInTurn === 0) {
				await execution.giveWay();
			}
			const written = plan.ignore ? attempt(() => run.write(change), (failure) => leaveOut(failure, execution)) : run.write(change);
			if (written instanceof Promise) {
				await written;
			}
		}
	}
	changes.close();
	return run.outcome();
}

interface Writing extends TargetUpdate {
	readonly writer: TableWriter;
	/** Rows done: a join may find one several times. Undefined where each is found once. */
	readonly done: Set<Key> | undefined;
}

interface RowChange {
	readonly writer: TableWriter;
	readonly key: Key;
	readonly before: Row;
	readonly row: Row;
}

/** Kept as the writer's number, the key, the row before and the row after, which are as long. */
function changeForm(writers: readonly TableWriter[]): RowForm<RowChange> {
	return {
		bytes: ({ key, before, row }) => key.length + rowBytes(before) + rowBytes(row),
		pack: ({ writer, key, before, row }) => [writers.indexOf(writer), key, ...before, ...row],
		unpack([writer, key, ...both]) {
			const half = both.length / 2;
			return { writer: writers[writer as number]!, key: key as Key, before: both.slice(0, half), row: both.slice(half) };
		},
	};
}

export function updateOutcome(matched: number, changed: number, { foundRows, warningCount }: Execution): StatementOutcome {
	const info = matched === 1 && changed === 1 && warningCount === 0 ? infoOfOne : `Rows matched: ${matched}  Changed: ${changed}  Warnings: ${warningCount}`;
	return { kind: "ok", affectedRows: foundRows ? matched : changed, insertId: 0, info };
}

/** Most updates are such. */
const infoOfOne = "Rows matched: 1  Changed: 1  Warnings: 0";

const none: ReadonlySet<TableWriter> = new Set();

class UpdateRun {
	readonly #writings: readonly Writing[];
	/** Of tables that are changed by two names: what one writes, the other does not know of. */
	readonly #shared: ReadonlySet<TableWriter>;
	/** The only table, if nothing is joined and no row is found twice. */
	readonly #only: Writing | undefined;
	readonly #plan: UpdatePlan;
	readonly #execution: Execution;
	readonly #admission: Admission;
	#matched = 0;
	#changed = 0;

	constructor(plan: UpdatePlan, execution: Execution) {
		this.#plan = plan;
		this.#execution = execution;
		this.#admission = new Admission(execution, false, "refused");
		const { scope, node } = plan.targets;
		const findsOnce = node.kind === "table" && (node.access.kind === "scan" || node.access.ranges.length === 1) &&
			scope.tables.length === 1 && plan.updates[0]?.target.firstSlot === 0 && plan.check === undefined;
		this.#writings = plan.updates.map(({ target, cells, columns }) =>
			({ target, cells, columns, writer: tableWriter(target.table, execution), done: findsOnce ? undefined : new Set<Key>() }));
		this.#only = findsOnce ? this.#writings[0] : undefined;
		this.#shared = this.#writings.length === 1 ? none : new Set(this.#writings.filter((one) => this.#writings.some((other) => other !== one && other.target.table === one.target.table)).map(({ writer }) => writer));
	}

	get writers(): readonly TableWriter[] {
		return this.#writings.map(({ writer }) => writer);
	}

	/** Computes what becomes of the rows that one joined row is made of. */
	assign(found: Row, keep: (change: RowChange) => void): void {
		this.#execution.rowNumber = this.#matched + 1;
		if (this.#only !== undefined) {
			this.#assignOnly(this.#only, found, keep);
			return;
		}
		const row = [...found];
		const changes = this.#writings.flatMap((writing) => this.#assignTo(writing, found, row));
		if (this.#plan.check !== undefined) {
			// Its conditions may read generated columns.
			for (const { writing: { writer, target: { firstSlot } }, change } of changes) {
				writer.generate(change.row);
				change.row.forEach((value, at) => {
					row[firstSlot + at] = value;
				});
			}
		}
		if (changes.length > 0 && !this.#mayStand(row)) {
			return;
		}
		if (this.#shared.size > 0) {
			changes.sort((one, other) => one.writing.target.firstSlot - other.writing.target.firstSlot);
		}
		for (const { writing, change } of changes) {
			writing.done?.add(change.key);
			this.#matched++;
			if (touchRow(writing.target.table, change.before, change.row, writing.columns, this.#execution) === "changed") {
				keep(change);
			}
		}
	}

	/** False: a view's CHECK OPTION, and IGNORE, leave it out. */
	#mayStand(row: Row): boolean {
		const { check, ignore } = this.#plan;
		if (check === undefined) {
			return true;
		}
		try {
			check(row, this.#execution);
			return true;
		} catch (failure) {
			if (!ignore) {
				throw failure;
			}
			leaveOut(failure, this.#execution);
			return false;
		}
	}

	/** Nothing is joined: each row is found once, and is all there is of the tuple but the key. */
	#assignOnly({ writer, cells, columns, target }: Writing, found: Row, keep: (change: RowChange) => void): void {
		const row = found.slice();
		for (const { column, compute } of cells) {
			row[column.offset] = this.#admission.admit(column, compute(row, this.#execution));
		}
		this.#matched++;
		if (touchRow(target.table, found, row, columns, this.#execution) === "changed") {
			keep({ writer, key: found[target.keySlot] as Key, before: found, row });
		}
	}

	/** `whole` gathers what is assigned to all tables. */
	#assignTo(writing: Writing, found: Row, whole: Row): { readonly writing: Writing; readonly change: RowChange }[] {
		const { table, firstSlot, keySlot } = writing.target;
		const key = found[keySlot] as Key | null;
		if (key === null || writing.done?.has(key) === true) {
			return [];
		}
		const end = firstSlot + table.columns.length;
		const before = found.slice(firstSlot, end);
		const row = this.#writings.length === 1 ? whole : [...found];
		for (const { column, compute } of writing.cells) {
			const slot = firstSlot + column.offset;
			row[slot] = this.#admission.admit(column, compute(row, this.#execution));
			whole[slot] = row[slot] as Value;
		}
		return [{ writing, change: { writer: writing.writer, key, before, row: row.slice(firstSlot, end) } }];
	}

	write({ writer, key, before, row }: RowChange): Promise<void> | void {
		const answer = this.#shared.has(writer) ? this.#writeOver(writer, key, before, row) : writer.update(before, key, row);
		return answer instanceof Promise ? answer.then((duplicate) => this.#count(duplicate, row)) : this.#count(answer, row);
	}

	/** What this change left alone stays as another made it. */
	#writeOver(writer: TableWriter, key: Key, before: Row, row: Row): Answer<Duplicate | undefined> {
		return after(writer.read(key), (there) =>
			there === undefined ? undefined : writer.update(there, key, there.map((value, at) => (row[at] === before[at] ? value : row[at]!))));
	}

	outcome(): StatementOutcome {
		return updateOutcome(this.#matched, this.#changed, this.#execution);
	}

	#count(duplicate: Duplicate | undefined, row: Row): void {
		if (duplicate === undefined) {
			this.#changed++;
		} else if (this.#plan.ignore) {
			this.#warn(duplicate, row);
		} else {
			throw duplicateEntry(duplicate.index, row);
		}
	}

	#warn({ index }: Duplicate, row: Row): void {
		const words = this.#execution.book.ask(Diagnostics).ignoredDuplicate();
		if (words === undefined) {
			this.#execution.warn("Warning", "duplicateEntry", ...duplicateWords(index, row));
		} else {
			this.#execution.record({ level: "Warning", code: words.code, message: words.message });
		}
	}
}
