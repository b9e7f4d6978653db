/**
 * Effect of a statement on the catalog, in words that can be compared between releases.
 *
 *     test.t: made
 *     test.t: character set utf8mb4 (was utf8)
 *     test.t.name: varchar(20) utf8mb4_bin (was varchar(20) utf8_bin)
 *
 * Facts as stored are compared, not their meaning under a release. Ids and the objects' own release and version are
 * left out.
 */
import { type CatalogChange, type ColumnRecord, filledPair, type rules, type TableRecord } from "../../core/index.ts";
import { programFacts, routineWords, triggerWords, viewWords } from "./program-facts.ts";

/**
 * `server`: the pair that the release fills in where none was recorded; a table shows that, too.
 */
export function effectOf(changes: readonly CatalogChange[], server: rules.CharsetPair): readonly string[] {
	const effects = paired(changes).flatMap(({ kind, database = "", before, after }) => {
		const record = after ?? before;
		if (record === undefined) {
			return [];
		}
		const what = "what" in record ? record.what : kind;
		const name = `${what === "table" ? "" : `${what} `}${database === "" ? "" : `${database}.`}${record.name}`;
		const [old, now] = [before && factsOf(before, server), after && factsOf(after, server)];
		const isRenamed = before !== undefined && after !== undefined && before.name !== after.name;
		return [...(isRenamed ? [`${name}: renamed from ${before.name}`] : []), ...differences(name, old, now)];
	});
	return effects.sort();
}

const orderOfColumns = " columns in order";

type AnyRecord = NonNullable<CatalogChange["before"]>;

interface ChangedRecord {
	readonly kind: CatalogChange["kind"];
	readonly database?: string;
	readonly before?: AnyRecord;
	readonly after?: AnyRecord;
}

/** TRUNCATE gives a table a new id: a dropped and a made one of the same name are one that changed. */
function paired(changes: readonly CatalogChange[]): readonly ChangedRecord[] {
	const made = new Map<string, CatalogChange>();
	for (const change of changes) {
		if (change.before === undefined && change.after !== undefined) {
			made.set(keyOf(change.kind, change.after), change);
		}
	}
	const taken = new Set<CatalogChange>();
	const pairs = changes.flatMap((change): ChangedRecord[] => {
		if (change.after === undefined && change.before !== undefined) {
			const other = made.get(keyOf(change.kind, change.before));
			if (other?.after !== undefined) {
				taken.add(other);
				return [{ ...change, after: other.after }];
			}
		}
		return [change];
	});
	return pairs.filter((each) => !taken.has(each as CatalogChange));
}

function keyOf(kind: string, record: AnyRecord): string {
	return `${"what" in record ? record.what : kind} ${"databaseId" in record ? record.databaseId : ""} ${record.name.toLowerCase()}`;
}

/** Facts by a name that people know: a table's own under the empty name, columns by theirs. */
type Facts = ReadonlyMap<string, string>;

function factsOf(record: AnyRecord, server: rules.CharsetPair): Facts {
	if ("columns" in record && "indexes" in record) {
		return tableFacts(record, server);
	}
	if ("text" in record) {
		return new Map([["", viewWords(record)]]);
	}
	if ("bodyText" in record) {
		return new Map([["", routineWords(record, (column) => columnWords(column, server))]]);
	}
	const programs = programFacts(record, (column) => columnWords(column, server));
	return new Map([
		["", wordsOf(record.resolved, server)],
		...programs.map(([name, words]) => [` ${name}`, words] as const),
	]);
}

function tableFacts(table: TableRecord, server: rules.CharsetPair): Facts {
	const named = (id: number): string => table.columns.find((column) => column.id === id)?.name ?? "?";
	const facts = new Map<string, string>([
		[
			"",
			`${wordsOf(table.resolved, server)}${table.comment === "" ? "" : ` comment ${JSON.stringify(table.comment)}`}`,
		],
	]);
	for (const column of table.columns) {
		facts.set(`.${column.name}`, columnWords(column, server));
	}
	facts.set(orderOfColumns, table.columns.map(({ name }) => name).join(", "));
	for (const { name, type, parts } of table.indexes) {
		const list = parts.map(({ columnId, length }) => `${named(columnId)}${length === undefined ? "" : `(${length})`}`);
		facts.set(` index ${name}`, `${type} (${list.join(", ")})`);
	}
	for (const key of table.foreignKeys) {
		facts.set(` foreign key ${key.name}`, stable({ ...key, id: undefined, columnIds: key.columnIds.map(named) }));
	}
	for (const { name, text } of table.checks) {
		facts.set(` check ${name}`, text);
	}
	for (const trigger of table.triggers ?? []) {
		facts.set(
			` trigger ${trigger.name}`,
			triggerWords(trigger, (column) => columnWords(column, server)),
		);
	}
	return facts;
}

function columnWords(column: ColumnRecord, server: rules.CharsetPair): string {
	const { type, resolved, nullable, comment, autoIncrement, generated } = column;
	const { name, length, scale, unsigned, elements } = type;
	const size =
		elements.length > 0 ? `(${elements.join()})` : length > 0 ? `(${length}${scale > 0 ? `,${scale}` : ""})` : "";
	const collation = resolved.charset === "binary" ? "" : ` ${wordsOf(resolved, server)}`;
	const given = column.default === undefined ? "" : ` default ${defaultWords(column.default)}`;
	return [
		`${name}${size}${unsigned ? " unsigned" : ""}${collation}`,
		nullable ? "" : " not null",
		given,
		autoIncrement ? " auto_increment" : "",
		generated === undefined ? "" : ` as (${generated.text})`,
		comment === "" ? "" : ` comment ${JSON.stringify(comment)}`,
	].join("");
}

function wordsOf(recorded: rules.CharsetPair, server: rules.CharsetPair): string {
	const { charset, collation } = filledPair(recorded, recorded.charset === "" ? server : recorded);
	return `${charset} ${collation}`;
}

function defaultWords(given: NonNullable<ColumnRecord["default"]>): string {
	if (given.kind !== "constant") {
		return "current_timestamp";
	}
	const { value } = given;
	return typeof value === "string"
		? `'${value}'`
		: value === null
			? "null"
			: typeof value === "number"
				? `${value}`
				: value.integer;
}

function differences(name: string, before: Facts | undefined, after: Facts | undefined): readonly string[] {
	if (before === undefined || after === undefined) {
		const facts = [...((after ?? before) as Facts)]
			.filter(([part]) => part !== orderOfColumns)
			.map(([part, words]) => (part === "" ? words : `${part.replace(/^[ .]/, "")} ${words}`));
		return [`${name}: ${after === undefined ? "dropped" : `made, ${facts.join("; ")}`}`];
	}
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((part) => {
		const [old, now] = [before.get(part), after.get(part)];
		if (old === now || (part === orderOfColumns && isSameOrder(old, now))) {
			return [];
		}
		if (now === undefined) {
			// Whatever it was: an earlier statement made it so.
			return [`${name}${part}: dropped`];
		}
		return [`${name}${part}: ${now}${old === undefined ? "" : ` (was ${old})`}`];
	});
}

/** Of the columns that both have. */
function isSameOrder(old = "", now = ""): boolean {
	const [before, after] = [old.split(", "), now.split(", ")];
	return before.filter((each) => after.includes(each)).join() === after.filter((each) => before.includes(each)).join();
}

function stable(value: unknown): string {
	return JSON.stringify(value, (_, each: unknown) =>
		typeof each === "object" && each !== null && !Array.isArray(each)
			? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
			: each,
	);
}
