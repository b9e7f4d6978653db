/**
 * `verso info DIR`: what a data directory is, without changing it.
 *
 * In: a path. Out: format, who opened it last, and what it holds.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { readCatalogRecords, readFormat } from "../../core/index.ts";
import { openDirectory, readNote } from "../compose/data-directory.ts";
import { printTable } from "./table.ts";

export async function printInfo(path: string, json: boolean): Promise<string> {
	const store = await openDirectory(path, { readOnly: true });
	try {
		const snapshot = store.snapshot();
		const format = await readFormat(snapshot);
		const { databases, tables } = await readCatalogRecords(snapshot);
		snapshot.release();
		const note = readNote(path);
		const bytes = statSync(join(path, "verso.mdb")).size;
		const contents = databases.map(({ id, name, release }) => ({
			database: name,
			createdUnder: release,
			tables: tables.filter(({ databaseId }) => databaseId === id).length,
		}));
		if (json) {
			return `${JSON.stringify({ directory: path, format, bytes, lastOpened: note ?? null, databases: contents }, undefined, 2)}\n`;
		}
		const facts = [
			["directory", path],
			["format", format === null ? "none" : String(format)],
			["size", `${(bytes / 1048576).toFixed(1)} MiB`],
			["last opened as", note === undefined ? "unknown" : `${note.release} (as ${note.mode})`],
			["at", note?.openedAt ?? "unknown"],
			["by verso", note?.program ?? "unknown"],
			["mixes", note?.mixes.join(", ") || "none"],
			["quirks", note?.quirks?.join(", ") || "none"],
			["plugins", note?.plugins.join(", ") || "none"],
		];
		return (
			printTable(["fact", "value"], facts) +
			printTable(
				["database", "created under", "tables"],
				contents.map((each) => [each.database, each.createdUnder, String(each.tables)]),
			)
		);
	} finally {
		await store.close();
	}
}
