/**
 * Checks that no key is outside of the known key spaces: finds rows and entries of unknown tables.
 *
 * Notes what remains to be cleaned up, and temporary tables. Valid prefixes form a sorted list; each gap between two
 * of them must be empty, so rows are not read again.
 */
import type { Table } from "../../catalog/table.ts";
import {
	afterPrefix,
	contentsPrefix,
	guardPrefix,
	indexPrefix,
	rangeOf,
	rowPrefix,
	spaces,
	sweptPrefix,
} from "../../store/encoding/keys.ts";
import type { Key } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";
import type { Findings } from "./report.ts";
import { keySpaces } from "../../store/encoding/key-space.ts";
import { firstEntry, walk } from "./scan.ts";
import { printKey } from "./table.ts";

export async function checkContents(tables: readonly Table[], reader: FastReader, findings: Findings): Promise<void> {
	const covered: Key[] = keySpaces.map(({ prefix }) => prefix);
	for (const table of tables) {
		covered.push(
			rowPrefix(table.id),
			...table.indexes.filter((index) => !index.primary).map((index) => indexPrefix(table.id, index.id)),
		);
		// Foreign key guards remain when the referring table is dropped: every table may have some.
		covered.push(guardPrefix(table.id));
	}
	const marks: Key[] = [];
	await walk(reader, rangeOf(spaces.sweeps), ({ key }) => {
		marks.push(sweptPrefix(key));
	});
	const temporary: Key[] = [];
	await walk(reader, rangeOf(spaces.temporaries), ({ key }) => {
		temporary.push(spaces.contents + key.slice(spaces.temporaries.length));
	});
	noteLeftovers(tables, marks, temporary, findings);
	await checkGaps([...covered, ...marks, ...temporary].sort(), reader, findings);
}

function noteLeftovers(
	tables: readonly Table[],
	marks: readonly Key[],
	temporary: readonly Key[],
	findings: Findings,
): void {
	if (marks.length > 0) {
		findings.note("sweep", `What ${marks.length} dropped tables or indexes held is still to be removed.`);
	}
	if (temporary.length > 0) {
		findings.note(
			"temporary tables",
			`There are rows of ${temporary.length}: of sessions that are there, or of a process that died.`,
		);
	}
	for (const mark of marks) {
		const table = tables.find(({ id }) => mark === contentsPrefix(id) || mark === rowPrefix(id));
		if (table !== undefined) {
			findings.find(`${table.database}.${table.name}`, "Its rows are marked to be removed.");
		}
	}
}

async function checkGaps(sorted: readonly Key[], reader: FastReader, findings: Findings): Promise<void> {
	let from = "";
	for (const prefix of [...sorted, "\xff\xff"]) {
		const stray = await firstEntry(reader, { from, to: prefix });
		if (stray !== undefined) {
			const isContents = stray.key.startsWith(spaces.contents);
			findings.find(
				"store",
				`Of no ${isContents ? "table or index" : "known space"} is the key ${printKey(stray.key)}.`,
			);
		}
		const end = afterPrefix(prefix);
		from = end > from ? end : from;
	}
}
