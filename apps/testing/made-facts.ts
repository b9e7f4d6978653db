/**
 * Makes facts of tables and columns: runs CREATE TABLE on a store in memory and reads the catalog.
 */
import {
	columnFacts,
	columnShape,
	type ColumnFacts,
	type ColumnShape,
	encodeText,
	loadSchema,
	openMemoryStore,
	schemaQuestions,
	type ShapedColumn,
	type TableFacts,
	tableFacts,
	type TableShape,
	tableShape,
	quoteName,
} from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { answerTo, connectRoot, openPlayed } from "../compare/played-session.ts";
import { errorOf } from "../compare/answer.ts";
import { type Mode, ReleaseLine } from "../compose/release-line.ts";
import { ruleSettings } from "./rule-settings.ts";
import { newestRelease } from "../../plugins/index.ts";

/** The release that a table is made under, and its names. */
export interface FactPlace {
	/** Default: the newest. */
	readonly version?: string;
	readonly as?: Mode;
	/** Default: `test`. */
	readonly database?: string;
	/** Of a column; default: `t`. */
	readonly table?: string;
	/** Of a column; default: `a`. */
	readonly name?: string;
}

/** A table's facts, and those of its columns in their order. */
export interface MadeFacts {
	readonly table: TableFacts & TableShape;
	readonly columns: readonly (ColumnFacts & ShapedColumn)[];
	readonly shapes: readonly ColumnShape[];
}

/** Throws UsageError where the statement fails. */
export async function makeFacts(create: string, place: FactPlace): Promise<MadeFacts> {
	const line = new ReleaseLine([]);
	const release = line.check(place.version ?? newestRelease);
	const book = line.bookOf(release, place.as ?? "documented");
	const database = place.database ?? "test";
	const store = openMemoryStore();
	const kernel = await openPlayed(store, { release, book }, Date.now() * 1000);
	try {
		const session = await connectRoot(kernel);
		for (const statement of [
			`create database if not exists ${quoteName(database)}`,
			`use ${quoteName(database)}`,
			create,
		]) {
			const failure = errorOf(await answerTo(session, encodeText(statement)));
			if (failure !== undefined) {
				throw new UsageError(`${statement} fails under ${release}: ${failure.message} (${failure.code})`, 1);
			}
		}
		const schema = await loadSchema(store.snapshot(), schemaQuestions(book, ruleSettings(book)));
		const made = [...(schema.databases.get(database.toLowerCase())?.tables.values() ?? [])].at(-1);
		if (made === undefined) {
			throw new UsageError(`${create} makes no table`, 1);
		}
		const shape = tableShape(made.record, made.database, book);
		return {
			table: { ...tableFacts(made), ...shape },
			columns: made.columns.map((each, at) => ({ ...shape.columns[at], ...columnFacts(each) })),
			shapes: made.columns.map(columnShape),
		} as MadeFacts;
	} finally {
		await kernel.close();
	}
}
