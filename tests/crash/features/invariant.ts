/**
 * Checks every foreign key, partition, generated column and index of a database by queries, after a recovery.
 *
 * Finds the constraints in information_schema, so that tables of any client are checked. Returns a sentence for each
 * broken one: a row without its parent, a row outside its partition, a generated column that differs from its
 * expression, an index that differs from its table.
 */
import type { Ask, Cells } from "./ask.ts";

/** @param database its tables are checked, but those in `except` */
export async function findBrokenInvariants(ask: Ask, database: string, except: readonly string[]): Promise<string[]> {
	const isChecked = ([table = ""]: Cells): boolean => !except.includes(table);
	const select = async (columns: string, from: string): Promise<readonly Cells[]> =>
		(await ask(`SELECT table_name, ${columns} FROM information_schema.${from}`)).filter(isChecked);
	const keys = await select(
		"constraint_name, column_name, referenced_table_name, referenced_column_name",
		`key_column_usage WHERE table_schema = '${database}' AND referenced_table_name IS NOT NULL ` +
			"ORDER BY table_name, constraint_name, ordinal_position",
	);
	const partitions = await select(
		"partition_name, partition_method, partition_expression, partition_description",
		`partitions WHERE table_schema = '${database}' AND partition_name IS NOT NULL ` +
			"ORDER BY table_name, partition_ordinal_position",
	);
	const columns = await select(
		"column_name, data_type, generation_expression, column_key",
		`columns WHERE table_schema = '${database}' ORDER BY table_name, ordinal_position`,
	);
	const indexes = await select(
		"index_name, column_name, sub_part",
		`statistics WHERE table_schema = '${database}' ORDER BY table_name, index_name, seq_in_index`,
	);
	return [
		...(await each(grouped(keys, 2), (rows) => checkForeignKey(ask, rows))),
		...(await each(grouped(partitions, 1), (rows) => checkPartitions(ask, rows))),
		...(await each(columns, (column) => checkGenerated(ask, column))),
		...(await each(grouped(indexes, 2), (rows) => checkIndex(ask, rows, columns))),
	];
}

/** Rows by their first `width` cells, in order. */
function grouped(rows: readonly Cells[], width: number): readonly (readonly Cells[])[] {
	const groups = new Map<string, Cells[]>();
	for (const row of rows) {
		const name = JSON.stringify(row.slice(0, width));
		groups.set(name, [...(groups.get(name) ?? []), row]);
	}
	return [...groups.values()];
}

async function each<T>(items: readonly T[], check: (item: T) => Promise<readonly string[]>): Promise<string[]> {
	const wrong: string[] = [];
	for (const item of items) {
		wrong.push(...(await check(item)));
	}
	return wrong;
}

async function checkForeignKey(ask: Ask, parts: readonly Cells[]): Promise<string[]> {
	const [table = "", name = "", , parent = ""] = parts[0] ?? [];
	const referring = await ask(`SELECT ${parts.map((part) => part[2]).join(", ")} FROM ${table}`);
	const referred = await ask(`SELECT ${parts.map((part) => part[4]).join(", ")} FROM ${parent}`);
	const parents = new Set(referred.map((row) => row.join("|")));
	return referring
		.filter((row) => !row.includes("NULL") && !parents.has(row.join("|")))
		.slice(0, 3)
		.map((row) => `orphan: ${table} (${row.join(", ")}) has no row in ${parent}, foreign key ${name}`);
}

async function checkPartitions(ask: Ask, partitions: readonly Cells[]): Promise<string[]> {
	const [table = "", , method = "", expression = ""] = partitions[0] ?? [];
	const wrong: string[] = [];
	let counted = 0;
	let lower = Number.NEGATIVE_INFINITY;
	for (const [at, [, name = "", , , description = ""]] of partitions.entries()) {
		const values = (await ask(`SELECT ${expression} FROM ${table} PARTITION (${name})`)).map(([value]) =>
			Number(value),
		);
		const upper = description === "MAXVALUE" ? Number.POSITIVE_INFINITY : Number(description);
		const [from, listed] = [lower, description.split(",").map(Number)];
		const belongs = (value: number): boolean =>
			method === "RANGE"
				? value >= from && value < upper
				: method === "LIST"
					? listed.includes(value)
					: Math.abs(value % partitions.length) === at;
		counted += values.length;
		lower = upper;
		wrong.push(
			...values
				.filter((value) => !belongs(value))
				.slice(0, 3)
				.map((value) => `partition: ${name} of ${table} holds a row with ${expression} = ${value}`),
		);
	}
	const [[all = ""] = []] = await ask(`SELECT COUNT(*) FROM ${table}`);
	return Number(all) === counted
		? wrong
		: [...wrong, `partition: ${table} has ${all} rows, but its partitions have ${counted}`];
}

async function checkGenerated(ask: Ask, [table, name, , expression]: Cells): Promise<string[]> {
	if (expression === undefined || expression === "" || expression === "NULL") {
		return [];
	}
	const wrong = await ask(`SELECT ${name}, ${expression} FROM ${table} WHERE NOT (${name} <=> (${expression}))`);
	return wrong
		.slice(0, 3)
		.map(([is, due]) => `generated column: ${name} of ${table} is ${is}, but ${expression} is ${due}`);
}

/** The rows found by the index, and by a full table scan: those of a range, and those whose first column is NULL. */
async function checkIndex(ask: Ask, parts: readonly Cells[], columns: readonly Cells[]): Promise<string[]> {
	const [table = "", name = "", first = ""] = parts[0] ?? [];
	if (name === "PRIMARY" || parts.some((part) => part[3] !== "NULL")) {
		return [];
	}
	const ofTable = columns.filter(([each]) => each === table);
	const isText = /char|text/.test(ofTable.find(([, column]) => column === first)?.[2] ?? "");
	const keys = ofTable.filter(([, , , , key]) => key === "PRI").map(([, column]) => column ?? "");
	const shown = [...new Set([...parts.map((part) => part[2] ?? ""), ...keys])].join(", ");
	const wrong: string[] = [];
	for (const condition of [`${first} ${isText ? ">= ''" : ">= -9223372036854775808"}`, `${first} IS NULL`]) {
		const digest = async (hint: string): Promise<string> =>
			(await ask(`SELECT COUNT(*), SUM(CRC32(JSON_ARRAY(${shown}))) FROM ${table} ${hint} WHERE ${condition}`)).join(
				" ",
			);
		const [byIndex, byScan] = [await digest(`FORCE INDEX (${name})`), await digest("USE INDEX ()")];
		if (byIndex !== byScan) {
			wrong.push(`index: ${name} of ${table} finds ${byIndex} (rows, digest) where ${condition}, a scan ${byScan}`);
		}
	}
	return wrong;
}
