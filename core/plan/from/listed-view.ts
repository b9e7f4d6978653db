/**
 * Listed views: a view as a table, for statements that list columns, and whether rows can be changed through it.
 *
 * A long view is planned in turns, as a statement of its length is.
 */
import { tableOfView } from "../../catalog/view-table.ts";
import type { Column, Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { work } from "../../async/work-meter.ts";
import { catalogue, SqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../tree/planning.ts";
import { inOwnTurns, OnePiece, TurnsNeeded, turnsWithin } from "../tree/planning-turns.ts";
import type { ResultColumn } from "../tree/result-column.ts";
import { isUpdatablePlan, planView } from "./view.ts";

/** Of planning a byte of a view's text: 1 to 2 us. */
const unitsOfByte = 200;

/** Tables of views, for one statement: each view within views is planned once, not once for each column of its own. */
export class ViewTables {
	readonly #planning: Planning;
	readonly #inner = new Map<View, Table>();

	constructor(planning: Planning) {
		this.#planning = planning;
	}

	/** Throws 1356. */
	of(view: View): MaybePromise<Table> {
		return planned(view, this.#planning, (within) => this.#planned(view, within));
	}

	/** The same; undefined for an invalid view. */
	ofAny(view: View): MaybePromise<Table | undefined> {
		return planned(view, this.#planning, (within) => unlessInvalid(() => this.#planned(view, within)));
	}

	#planned(view: View, planning: Planning): Table {
		const { columns } = planView(view, turnsWithin(planning, view));
		return tableOfView(
			view,
			columns.map((column) => ({
				name: column.name,
				type: column.type,
				nullable: column.nullable,
				model: this.#modelOf(column, planning),
			})),
		);
	}

	/** The stored column that a query's column is, unchanged; for a view in between, that view's column. */
	#modelOf({ database, originalTable, originalName }: ResultColumn, planning: Planning): Column | undefined {
		const found = planning.schema.databases.get(database.toLowerCase());
		const view = found?.views.get(originalTable.toLowerCase());
		const table = view === undefined ? found?.tables.get(originalTable.toLowerCase()) : this.#within(view, planning);
		return table?.columnsByName.get(originalName.toLowerCase());
	}

	#within(view: View, planning: Planning): Table {
		let table = this.#inner.get(view);
		if (table === undefined) {
			table = this.#planned(view, planning);
			this.#inner.set(view, table);
		}
		return table;
	}
}

/** For one walk over views. */
export function viewTables(planning: Planning): (view: View) => MaybePromise<Table | undefined> {
	const tables = new ViewTables(planning);
	return (view) => tables.ofAny(view);
}

/** Whether rows can be changed through it; not those of an invalid one. */
export function isUpdatable(view: View, planning: Planning): MaybePromise<boolean> {
	return planned(view, planning, (within) => unlessInvalid(() => isUpdatablePlan(planView(view, within))) ?? false);
}

/** In one piece, or in turns where its text, with those of the views that it reads, is long. */
function planned<T>(view: View, planning: Planning, plan: (planning: Planning) => T): MaybePromise<T> {
	const onePiece = new OnePiece();
	try {
		onePiece.takeView(view.record.text.length);
		return plan({ ...planning, turns: undefined, onePiece });
	} catch (failure) {
		if (failure instanceof TurnsNeeded) {
			return inOwnTurns({ ...planning, turns: undefined, onePiece: undefined }, plan);
		}
		throw failure;
	} finally {
		work.units += onePiece.bytes * unitsOfByte;
	}
}

function unlessInvalid<T>(make: () => T): T | undefined {
	try {
		return make();
	} catch (failure) {
		if (failure instanceof SqlError && failure.code !== catalogue.outOfMemory[0]) {
			return undefined;
		}
		throw failure;
	}
}
