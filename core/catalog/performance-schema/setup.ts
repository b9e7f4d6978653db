/**
 * setup_* and performance_timers, and UPDATE of them.
 *
 * As in MySQL, only flags and clocks can change, not the set of rows.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { ChangeRow } from "../computed-table.ts";
import { define, type Definition } from "../information-schema/definition.ts";
import type { Sources } from "../information-schema/sources.ts";
import type { SetupName, SetupRow } from "./setup-state.ts";

const switches = ["YES", "NO"];
const timers = ["CYCLE", "NANOSECOND", "MICROSECOND", "MILLISECOND", "TICK"];

/** Returns a row with some cells set to one of `words`. Cells before column `fixed` are the row's key: 1031. */
export function changedCells(
	table: string,
	row: Row,
	cells: ReadonlyMap<number, Value>,
	fixed: number,
	words: readonly string[],
	name: (at: number) => string,
): SetupRow {
	const changed = row.map(String);
	for (const [at, value] of cells) {
		if (at < fixed) {
			throw sqlError("wrongCreateOption", table);
		}
		const word = words.find((each) => each === String(value).toUpperCase());
		if (word === undefined) {
			throw sqlError("dataTruncated", name(at), 1);
		}
		changed[at] = word;
	}
	return changed;
}

function setup(name: SetupName, columns: string, fixed: number, words = switches): Definition {
	const names = columns.split(" ").map((word) => word.replace(/:.*/, ""));
	const change = (row: Row, cells: ReadonlyMap<number, Value>, { providers }: Sources): ReturnType<ChangeRow> =>
		providers.changeSetup({
			table: name,
			before: row.map(String),
			row: changedCells(name, row, cells, fixed, words, (at) => names[at]!),
		});
	return { ...define(name, columns, ({ providers }) => providers.setup(name).map((row) => [...row])), change };
}

export const setupTables: readonly Definition[] = [
	setup("setup_actors", "HOST:60 USER:32 ROLE:16 ENABLED:3 HISTORY:3", 3),
	setup("setup_consumers", "NAME:64 ENABLED:3", 1),
	setup("setup_instruments", "NAME:128 ENABLED:3 TIMED:3", 1),
	setup("setup_objects", "OBJECT_TYPE:9 OBJECT_SCHEMA:64? OBJECT_NAME:64 ENABLED:3 TIMED:3", 3),
	setup("setup_timers", "NAME:64 TIMER_NAME:11", 1, timers),
	define(
		"performance_timers",
		"TIMER_NAME:11 TIMER_FREQUENCY:bigint? TIMER_RESOLUTION:bigint? TIMER_OVERHEAD:bigint?",
		() => [
			["CYCLE", null, null, null],
			["NANOSECOND", 1000000000, 1, 0],
			["MICROSECOND", 1000000, 1, 0],
			["MILLISECOND", 1000, 1, 0],
			["TICK", null, null, null],
		],
	),
];
