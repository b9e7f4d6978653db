/**
 * Runs a passthrough read: scan, ORDER BY, LIMIT; or the general operators if the consumer asks for values.
 */
import type { QuerySource, PassthroughRows } from "../row-source.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import type { Page } from "../../store/page/page.ts";
import type { RowColumn } from "../../store/encoding/row.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { limitOf } from "../operators/limit.ts";
import { type PassthroughOrder, PassthroughSorter } from "./passthrough-order.ts";
import { ChosenPage } from "./passthrough-page.ts";
import { noRow, type PassthroughAccess, PassthroughScan } from "./passthrough-scan.ts";

export interface PassthroughPlan {
	readonly access: PassthroughAccess;
	readonly columns: readonly RowColumn[];
	readonly order: PassthroughOrder | undefined;
	readonly count: Compiled | undefined;
	readonly offset: Compiled | undefined;
}

export class PassthroughSource implements QuerySource, PassthroughRows {
	readonly columns: readonly RowColumn[];
	readonly #plan: PassthroughPlan;
	readonly #execution: Execution;
	readonly #makeGeneral: () => QuerySource;
	#general: QuerySource | undefined;
	#scan: PassthroughScan | undefined;
	#sorter: PassthroughSorter | undefined;
	#skip = 0;
	#left = Number.POSITIVE_INFINITY;
	#chosen: ChosenPage | undefined;
	#count = 0;

	/** `general`: the path by values, opened if the consumer asks for values. */
	constructor(plan: PassthroughPlan, execution: Execution, general: () => QuerySource) {
		this.columns = plan.columns;
		this.#plan = plan;
		this.#execution = execution;
		this.#makeGeneral = general;
	}

	next(): MaybePromise<Row[] | null> {
		this.#general ??= this.#makeGeneral();
		return this.#general.next();
	}

	nextPage(): MaybePromise<Page | null | undefined> {
		this.#scan ??= this.#begin();
		if (this.#left <= 0 || this.#sorter !== undefined) {
			this.close();
			return null;
		}
		if (this.#plan.order !== undefined) {
			this.#sorter = PassthroughSorter.begin(this.#plan.order);
			return after(this.#gather(this.#sorter), (sorted) => sorted && this.#within(sorted));
		}
		for (;;) {
			const page = this.#scan.next();
			if (page instanceof Promise) {
				return page.then((arrived) => (arrived === null ? null : (this.#within(arrived) ?? this.nextPage())));
			}
			const wanted = page === null ? null : this.#within(page);
			if (page === null || wanted !== null) {
				return wanted;
			}
		}
	}

	close(): void {
		this.#general?.close();
		this.#scan?.close();
		this.#sorter?.end();
		this.#sorter = undefined;
		this.#left = 0;
	}

	foundRows(): number {
		return this.#general?.foundRows() ?? this.#count;
	}

	#begin(): PassthroughScan {
		const { count, offset, access, order } = this.#plan;
		const execution = this.#execution;
		if (count !== undefined) {
			this.#skip = offset === undefined ? 0 : limitOf(offset, noRow, execution);
			this.#left = limitOf(count, noRow, execution);
		}
		return new PassthroughScan(
			access,
			execution,
			order === undefined && access.holds === undefined ? this.#skip + this.#left : Number.POSITIVE_INFINITY,
		);
	}

	/** Returns all rows in order, or undefined if there are too many. */
	#gather(sorter: PassthroughSorter): MaybePromise<Page | undefined> {
		for (;;) {
			const page = this.#scan!.next();
			if (page instanceof Promise) {
				return page.then((arrived) =>
					this.#isGathered(sorter, arrived) ? this.#sorted(sorter, arrived) : this.#gather(sorter),
				);
			}
			if (this.#isGathered(sorter, page)) {
				return this.#sorted(sorter, page);
			}
		}
	}

	/** Returns true at the end, or if there are too many rows. */
	#isGathered(sorter: PassthroughSorter, page: Page | null): boolean {
		return page === null || !sorter.add(page);
	}

	#sorted(sorter: PassthroughSorter, last: Page | null): Page | undefined {
		if (last === null) {
			return sorter.sorted();
		}
		this.#scan!.close();
		sorter.end();
		this.#sorter = undefined;
		return undefined;
	}

	/** Returns the rows of a page within LIMIT; null: none. */
	#within(page: Page): Page | null {
		if (this.#skip === 0 && page.count <= this.#left) {
			this.#left -= page.count;
			this.#count += page.count;
			return page.count === 0 ? null : page;
		}
		this.#chosen ??= new ChosenPage();
		const chosen = this.#chosen;
		chosen.begin(page);
		const from = Math.min(this.#skip, page.count);
		const to = Math.min(page.count, from + this.#left);
		for (let at = from; at < to; at++) {
			chosen.choose(at);
		}
		this.#skip -= from;
		this.#left -= to - from;
		this.#count += chosen.count;
		return chosen.count === 0 ? null : chosen;
	}
}
