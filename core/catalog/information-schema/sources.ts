/**
 * Inputs of computed tables, filled in by the session once a statement; and walks over them that many tables share.
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { localSeconds } from "../../types/temporal/timezone.ts";
import { joinDatetime } from "../../types/temporal/datetime.ts";
import type { Integer } from "../../types/value/value.ts";
import { fold } from "../identifier.ts";
import type { CharsetPair } from "../record.ts";
import type { Schema, Table } from "../table.ts";
import type { View } from "../view.ts";
import type { ListingQuestions } from "./listing.ts";
import type { Providers } from "./providers.ts";

export interface Sources {
	readonly schema: Schema;
	/** The server's default charset. */
	readonly server: CharsetPair;
	readonly providers: Providers;
	/** Answers of the `listing` hook. */
	readonly listing: ListingQuestions;
	/** For one walk over views: each as a table, undefined for an invalid one. A long one is planned in turns. */
	viewTables(): (view: View) => MaybePromise<Table | undefined>;
	/** Whether rows can be changed through it. */
	isUpdatable(view: View): MaybePromise<boolean>;
	/** Seconds east of UTC of the session's time zone. */
	offsetSeconds(epochSeconds: number): number;
}

/** Stored tables by database and name, restricted by `table_schema` and `table_name` of `wanted`. */
export function storedTables(sources: Sources, wanted: ReadonlyMap<string, string>): readonly Table[] {
	const databases = [...sources.schema.databases.values()].filter(({ name }) =>
		isWanted(name, wanted.get("table_schema")),
	);
	return databases
		.sort(byName)
		.flatMap(({ tables }) =>
			[...tables.values()].filter(({ name }) => isWanted(name, wanted.get("table_name"))).sort(byName),
		);
}

/** Views, sorted and restricted likewise. */
export function storedViews(sources: Sources, wanted: ReadonlyMap<string, string>): readonly View[] {
	const databases = [...sources.schema.databases.values()].filter(({ name }) =>
		isWanted(name, wanted.get("table_schema")),
	);
	return databases
		.sort(byName)
		.flatMap(({ views }) =>
			[...views.values()].filter(({ name }) => isWanted(name, wanted.get("table_name"))).sort(byName),
		);
}

export function isWanted(name: string, wanted: string | undefined): boolean {
	return wanted === undefined || fold(name) === fold(wanted);
}

export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
	const [left, right] = [fold(a.name), fold(b.name)];
	return left < right ? -1 : left > right ? 1 : 0;
}

/** An instant in the session's time zone; null for none. */
export function localDatetime(microseconds: number, sources: Sources): Integer | null {
	if (microseconds === 0) {
		return null;
	}
	const seconds = localSeconds(Math.floor(microseconds / 1e6), (at) => sources.offsetSeconds(at));
	return joinDatetime(seconds ?? 0, 0, 0);
}
