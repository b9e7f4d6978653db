/**
 * Finds isolation anomalies in a history, by kind.
 *
 * The order of a list's values is the order of their writers; a register's follows from replaced values. That and the
 * reads give dependency edges between transactions; a cycle is an anomaly, named after its edges.
 */
import { Graph } from "./graph.ts";
import type { Anomaly, AnomalyKind, History, Operation, Transaction } from "./record.ts";

/** Whether one was committed, and its client knew, before the other began: an edge of real time. */
function isOver({ isCommitted, endedMs }: Transaction, { beganMs }: Transaction): boolean {
	return isCommitted && endedMs !== undefined && beganMs !== undefined && endedMs < beganMs;
}

export function findAnomalies(history: History): Anomaly[] {
	const finder = new Finder(history);
	finder.run();
	return finder.found;
}

class Finder {
	readonly found: Anomaly[] = [];
	readonly #history: History;
	readonly #graph = new Graph();
	/** By written value. */
	readonly #writers = new Map<number, Transaction>();
	/** The next value in the list. */
	readonly #following = new Map<number, number>();
	readonly #first = new Map<number, number>();

	constructor(history: History) {
		this.#history = history;
	}

	run(): void {
		const { transactions } = this.#history;
		for (const transaction of transactions) {
			for (const operation of transaction.operations) {
				if (operation.act !== "read" && operation.value !== null) {
					this.#writers.set(operation.value, transaction);
				}
			}
		}
		this.#orderLists();
		this.#orderRegisters();
		for (const transaction of transactions.filter(({ isCommitted }) => isCommitted)) {
			for (const operation of transaction.operations) {
				this.#follow(transaction, operation);
			}
		}
		this.#findCircles();
	}

	#add(kind: AnomalyKind, sentence: string): void {
		this.found.push({ kind, sentence });
	}

	#orderLists(): void {
		const there = new Set<number>();
		for (const [key, values] of this.#history.lists) {
			values.forEach((value, at) => {
				there.add(value);
				this.#order(key, at === 0 ? undefined : values[at - 1], value);
			});
		}
		for (const { id, operations, isCommitted } of this.#history.transactions) {
			for (const operation of operations) {
				if (operation.act === "append" && there.has(operation.value) !== isCommitted) {
					this.#add(
						isCommitted ? "lost append" : "G1a",
						`${operation.value} of transaction ${id} is ${isCommitted ? "gone" : "kept"}`,
					);
				}
			}
		}
	}

	#orderRegisters(): void {
		const replaced = new Map<string, number>();
		for (const { id, operations, isCommitted } of this.#history.transactions) {
			for (const operation of operations) {
				if (operation.act === "replace" && operation.value !== null && isCommitted) {
					const place = `${operation.key} ${operation.seen}`;
					const other = replaced.get(place);
					if (other !== undefined) {
						this.#add(
							"lost update",
							`transactions ${other} and ${id} have both replaced ${operation.seen} of register ${operation.key}`,
						);
					} else {
						replaced.set(place, id);
						this.#order(-operation.key - 1, operation.seen === 0 ? undefined : operation.seen, operation.value);
					}
				}
			}
		}
	}

	/** Records that one value was written after another. */
	#order(key: number, before: number | undefined, value: number): void {
		const writer = this.#writers.get(value);
		if (before === undefined) {
			this.#first.set(key, value);
			return;
		}
		this.#following.set(before, value);
		const earlier = this.#writers.get(before);
		if (writer !== undefined && earlier !== undefined) {
			this.#graph.add(earlier.id, writer.id, "ww");
		}
	}

	#follow(transaction: Transaction, operation: Operation): void {
		if (operation.act === "read") {
			const values = [...operation.values];
			while (values.length > 0 && this.#writers.get(values.at(-1)!) === transaction) {
				values.pop();
			}
			this.#checkOrder(transaction, operation.key, values);
			this.#read(transaction, operation.key, values.at(-1), values.length === operation.values.length);
		} else if (operation.act === "replace") {
			this.#read(transaction, -operation.key - 1, operation.seen === 0 ? undefined : operation.seen, true);
		}
	}

	#checkOrder({ id }: Transaction, key: number, values: readonly number[]): void {
		const kept = this.#history.lists.get(key) ?? [];
		const at = values.findIndex((value, place) => kept[place] !== value);
		const writer = at < 0 ? undefined : this.#writers.get(values[at]!);
		if (writer !== undefined && !writer.isCommitted) {
			this.#add("G1a", `transaction ${id} has read ${values[at]} of transaction ${writer.id}, which was undone`);
		} else if (at >= 0) {
			this.#add(
				"lost append",
				`transaction ${id} has read ${values.join(" ")} in list ${key}, which is ${kept.join(" ")}`,
			);
		}
	}

	/** `isOpen`: the next value was not the transaction's own. */
	#read(transaction: Transaction, key: number, last: number | undefined, isOpen: boolean): void {
		const writer = last === undefined ? undefined : this.#writers.get(last);
		const next = last === undefined ? this.#first.get(key) : this.#following.get(last);
		const follower = next === undefined ? undefined : this.#writers.get(next);
		if (writer !== undefined) {
			if (!writer.isCommitted) {
				this.#add(
					"G1a",
					`transaction ${transaction.id} has read ${last} of transaction ${writer.id}, which was undone`,
				);
			} else if (writer === follower && writer !== transaction) {
				this.#add("G1b", `transaction ${transaction.id} has read ${last}, which transaction ${writer.id} went on from`);
			}
			this.#graph.add(writer.id, transaction.id, "wr");
		}
		if (follower !== undefined && isOpen && isOver(follower, transaction)) {
			this.#add(
				"stale read",
				`transaction ${transaction.id} has not seen ${next} of transaction ${follower.id}, which was over before`,
			);
		}
		if (follower !== undefined && isOpen) {
			this.#graph.add(transaction.id, follower.id, "rw");
		}
	}

	#findCircles(): void {
		for (const circle of this.#graph.circles(["ww"])) {
			this.#add("G0", `transactions ${circle.join(", ")}`);
		}
		for (const circle of this.#graph.circles(["ww", "wr"])) {
			if (this.#graph.circles(["ww"]).every((known) => !known.some((id) => circle.includes(id)))) {
				this.#add("G1c", `transactions ${circle.join(", ")}`);
			}
		}
		const readers = new Set(
			this.#history.transactions
				.filter(({ operations }) => operations.every(({ act }) => act === "read"))
				.map(({ id }) => id),
		);
		for (const circle of this.#graph.circles(["ww", "wr", "rw"])) {
			this.#nameCircle(circle, readers);
		}
	}

	#nameCircle(circle: readonly number[], readers: ReadonlySet<number>): void {
		const within = new Set(circle);
		let isSingle = false;
		for (const from of circle) {
			for (const to of this.#graph.next(from, ["rw"])) {
				if (within.has(to) && this.#graph.leads(to, from, within, ["ww", "wr"])) {
					isSingle = true;
					this.#add(
						readers.has(from) ? "read skew" : "G-single",
						`transaction ${from} has not seen ${to}, which came before it`,
					);
				}
			}
		}
		if (!isSingle && !this.found.some(({ kind }) => kind === "G0" || kind === "G1c")) {
			this.#add("G2", `transactions ${circle.slice(0, 10).join(", ")}`);
		}
	}
}
