/**
 * The rows of one table that an UPDATE or DELETE is about, as bytes.
 *
 * In: a target plan, once; then the execution of its statement. Out: what was found, in the order in which operators would find
 * it; undefined where they have to. It refuses to know what becomes of the rows.
 */
import type { Table } from "../../catalog/table.ts";
import { compileCondition } from "../../plan/compile.ts";
import type { KeySpan, TableNode } from "../../plan/node.ts";
import type { TargetPlan } from "../../plan/target.ts";
import type { Page } from "../../store/page.ts";
import { ChangedEntry } from "../../store/pending-writes.ts";
import type { Answer } from "../../store/store.ts";
import { eachSlot } from "../../plan/bound-tree.ts";
import { after } from "../answer.ts";
import type { Execution } from "../execution.ts";
import { refuseFenced } from "../fence.ts";
import { foreignKeyGuard } from "../foreign-key-guard.ts";
import { PageLoop } from "../fused/page-loop.ts";
import { sourceReader } from "../fused/page-source.ts";
import { hasSubquery } from "../key-read.ts";
import { blankRow } from "../operator.ts";
import { columnDecoder } from "../row-codec.ts";
import { rowRules } from "../row-rules.ts";
import { tableWriter } from "../table-writer.ts";

/** Tests switch it off, for the general path. */
export const bulk = { isUsed: true };

/** Rows are copied into pieces of memory of this size. */
const pieceBytes = 65536;

export interface BulkTarget {
	readonly table: Table;
	/** undefined: this time the general path must search. */
	find(execution: Execution): Answer<ChangedEntry[]> | undefined;
}

/** undefined where the plan is about anything but one table's rows by their order or an index. */
export function bulkTarget({ node, tables, width, scope }: TargetPlan): BulkTarget | undefined {
	if (tables.length !== 1 || scope.tables.length !== 1 || node.kind !== "table" || tables[0]!.firstSlot !== 0) {
		return undefined;
	}
	const { source, access, condition, lock } = node;
	const isRanges = access.kind === "scan" || (!access.unique && !access.ranges.some(mayWait));
	if (!isRanges || lock === undefined || source.table === undefined || (condition !== undefined && hasSubquery(condition))) {
		return undefined;
	}
	const { table } = source;
	const read = sourceReader({ ...node, source: { ...source, table } });
	const accepts = acceptor(node, table, width);
	return {
		table,
		find(execution) {
			if (execution.transaction.isHolding || needsWriter(table, execution)) {
				return undefined;
			}
			refuseFenced(table);
			const found = new FoundEntries();
			const loop = new PageLoop(execution, read(blankRow(width), execution));
			return after(loop.run((page) => {
				for (let at = 0; at < page.count; at++) {
					if (accepts === undefined || accepts(page.bytes, page.starts[at]!, execution)) {
						found.add(page, at);
					}
				}
				return true;
			}), () => found.entries);
		},
	};
}

/** Something follows from each row that is written. */
function needsWriter(table: Table, execution: Execution): boolean {
	return rowRules(table, execution) !== undefined || foreignKeyGuard(table, execution, (other) => tableWriter(other, execution)) !== undefined;
}

function mayWait({ equal, low, high, like }: KeySpan): boolean {
	return equal.some(({ value }) => hasSubquery(value)) || [low?.value, high?.value, like].some((value) => value !== undefined && hasSubquery(value));
}

type Accepts = (bytes: Uint8Array, start: number, execution: Execution) => boolean;

function acceptor({ source, condition }: TableNode, table: Table, width: number): Accepts | undefined {
	if (condition === undefined) {
		return undefined;
	}
	const holds = compileCondition(condition);
	const slots = new Set<number>();
	eachSlot(condition, (slot) => slots.add(slot));
	const columns = table.columns.filter(({ offset }) => slots.has(source.firstSlot + offset));
	const decode = columnDecoder(columns, columns.map(({ offset }) => source.firstSlot + offset));
	const row = blankRow(width);
	return (bytes, start, execution) => {
		decode(bytes, row, execution, start);
		return holds(row, execution);
	};
}

/** Copies of rows, many in one piece of memory. */
class FoundEntries {
	readonly entries: ChangedEntry[] = [];
	#memory = new Uint8Array(0);
	#used = 0;

	add(page: Page, at: number): void {
		const { bytes } = page;
		const start = page.starts[at]!;
		const end = page.ends[at]!;
		const into = this.#reserve(end - start);
		const memory = this.#memory;
		for (let from = start, to = into; from < end; from++, to++) {
			memory[to] = bytes[from]!;
		}
		this.entries.push(new ChangedEntry(page.key(at), memory, into, this.#used));
	}

	#reserve(length: number): number {
		if (this.#used + length > this.#memory.length) {
			this.#memory = new Uint8Array(Math.max(this.#memory.length === 0 ? pieceBytes >> 4 : pieceBytes, length));
			this.#used = 0;
		}
		this.#used += length;
		return this.#used - length;
	}
}
