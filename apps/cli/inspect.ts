/**
 * `verso inspect DIR`: a row a column of a data directory, as a release sees it, and the rows at risk.
 *
 * Nothing is changed: the release looks at the data through a store in memory above it.
 */
import { openOverlay } from "../../core/index.ts";
import { type Mode, type BookWish, composeBook } from "../compose/book.ts";
import { openDirectory, readNote } from "../compose/data-directory.ts";
import { createParts, openFromParts, parts } from "../compose/server.ts";
import { riskOf, type SearchedColumn, searchColumns } from "../inspect/data-at-risk.ts";
import { wishFrom } from "./open-database.ts";
import type { Options } from "./options.ts";
import { showProgress } from "./progress.ts";
import { printTable } from "./table.ts";

export interface InspectFlags {
	readonly json?: boolean;
	readonly atRisk?: boolean;
}

export async function printInspection(
	path: string,
	options: Options,
	{ json = false, atRisk = false }: InspectFlags,
): Promise<string> {
	const { columns, inForce } = await inspectDirectory(path, asOpenedLast(path, wishFrom(options)));
	const listed = atRisk ? columns.filter((column) => riskOf(column) !== undefined) : columns;
	if (json) {
		const rows = listed.map((column) => {
			const { isUtf8: _isUtf8, wide, ...facts } = column;
			return { ...facts, ...wide, risk: riskOf(column) ?? null };
		});
		return `${JSON.stringify({ format: 1, directory: path, inForce, columns: rows }, undefined, 2)}\n`;
	}
	const risks = columns.filter((column) => riskOf(column) !== undefined).length;
	const head = `${path}, as verso ${inForce}: ${columns.length} columns of text, ${risks} at risk\n`;
	return listed.length === 0 ? head : head + printTable(heads, listed.map(cells));
}

const heads = ["column", "type", "written", "resolved", "in force", "shown", "made under", "four-byte rows", "risk"];

function cells(column: SearchedColumn): readonly string[] {
	const { database, table, column: name, type, written, resolved, inForce, shown, under, wide } = column;
	const samples = wide === undefined || wide.sampleKeys.length === 0 ? "" : `: ${wide.sampleKeys.join("; ")}`;
	return [
		`${database}.${table}.${name}`,
		type,
		written ?? "-",
		resolved,
		inForce,
		shown,
		under,
		wide === undefined ? "-" : `${wide.wideRows} of ${wide.rows}${samples}`,
		riskOf(column) ?? "",
	];
}

/** Without a release of one's own: the rules that the directory was opened under last. */
function asOpenedLast(path: string, wish: BookWish): BookWish {
	const note = readNote(path);
	if (wish.release !== undefined || note === undefined) {
		return wish;
	}
	const { release, mode, mixes, quirks = [], plugins } = note;
	return { release, mode: mode as Mode, mixes, quirks, plugins };
}

async function inspectDirectory(
	path: string,
	wish: BookWish,
): Promise<{ readonly columns: readonly SearchedColumn[]; readonly inForce: string }> {
	const { release, book, inForce } = await composeBook(wish);
	const below = await openDirectory(path, { readOnly: true });
	const store = openOverlay(below);
	const progress = showProgress();
	try {
		const container = createParts();
		container.register(parts.store, { useValue: store });
		container.register(parts.book, { useValue: book });
		container.register(parts.log, { useValue: { warn() {}, error() {} } });
		const kernel = await openFromParts(container, { release, inForce });
		const columns = await searchColumns({ kernel, store }, (done, all) => progress.show("searched, tables", done, all));
		await kernel.close();
		return { columns, inForce };
	} finally {
		progress.end();
		await below.close();
	}
}
