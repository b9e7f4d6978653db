/**
 * Reads the rows of the feature tables, by writer and name, as `FeatureRows` names them.
 */
import type { Ask } from "./ask.ts";
import { hashPartitions, idsOfWriter, regionsOf } from "./tables.ts";

const partitionsOf = (table: string, columns: string, names: readonly string[]): [string, string][] =>
	names.map((name) => [table, `SELECT id, ${columns}, '${name}' FROM ${table} PARTITION (${name})`]);

const queries: readonly (readonly [name: string, sql: string])[] = [
	["parent", "SELECT id, label FROM parents"],
	["child", "SELECT id, parent, v FROM children"],
	["grandchild", "SELECT id, child FROM grandchildren"],
	["mark", "SELECT id, child FROM marks"],
	["priced", "SELECT id, price, taxed, half FROM priced"],
	...partitionsOf("ranged", "k, body", ["low", "middle", "high"]),
	...partitionsOf("listed", "region, v", Object.keys(regionsOf)),
	...partitionsOf(
		"hashed",
		"v",
		Array.from({ length: hashPartitions }, (_, at) => `p${at}`),
	),
	["family", "SELECT child, label FROM families"],
	["cheap", "SELECT id, price, taxed FROM cheap"],
];

/** Returns the named rows of each writer. */
export async function readFeatureRows(ask: Ask): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
	const found = new Map<number, Map<string, string>>();
	for (const [name, sql] of queries) {
		for (const [id = "", ...rest] of await ask(sql)) {
			const writer = Math.floor(Number(id) / idsOfWriter);
			const rows = found.get(writer) ?? new Map<string, string>();
			found.set(writer, rows.set(`${name} ${id}`, rest.join(" ")));
		}
	}
	return found;
}
