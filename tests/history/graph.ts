/**
 * Dependency graph of transactions, with its cycles (strongly connected components).
 *
 *     ww  the second has overwritten what the first wrote
 *     wr  the second has read what the first wrote
 *     rw  the second has overwritten what the first read
 */
type EdgeKind = "ww" | "wr" | "rw";

export class Graph {
	readonly #edges = new Map<number, Map<number, Set<EdgeKind>>>();

	add(from: number, to: number, kind: EdgeKind): void {
		if (from === to) {
			return;
		}
		const targets = this.#edges.get(from) ?? new Map<number, Set<EdgeKind>>();
		this.#edges.set(from, targets);
		targets.set(to, (targets.get(to) ?? new Set()).add(kind));
	}

	/** Targets of a node over edges of these kinds. */
	*next(from: number, kinds: readonly EdgeKind[]): Iterable<number> {
		for (const [to, found] of this.#edges.get(from) ?? []) {
			if (kinds.some((kind) => found.has(kind))) {
				yield to;
			}
		}
	}

	/** Strongly connected components by Tarjan's algorithm, iterative, since recursion would be too deep. */
	circles(kinds: readonly EdgeKind[]): number[][] {
		const order = new Map<number, number>();
		const low = new Map<number, number>();
		const open: number[] = [];
		const isOpen = new Set<number>();
		const found: number[][] = [];
		for (const root of this.#edges.keys()) {
			if (order.has(root)) {
				continue;
			}
			const path: { readonly node: number; readonly rest: Iterator<number> }[] = [];
			const enter = (node: number): void => {
				order.set(node, order.size);
				low.set(node, order.get(node)!);
				open.push(node);
				isOpen.add(node);
				path.push({ node, rest: this.next(node, kinds)[Symbol.iterator]() });
			};
			enter(root);
			while (path.length > 0) {
				const { node, rest } = path.at(-1)!;
				const step = rest.next();
				if (step.done !== true) {
					if (!order.has(step.value)) {
						enter(step.value);
					} else if (isOpen.has(step.value)) {
						low.set(node, Math.min(low.get(node)!, order.get(step.value)!));
					}
					continue;
				}
				path.pop();
				const above = path.at(-1)?.node;
				if (above !== undefined) {
					low.set(above, Math.min(low.get(above)!, low.get(node)!));
				}
				if (low.get(node) === order.get(node)) {
					const part = open.splice(open.lastIndexOf(node));
					part.forEach((each) => isOpen.delete(each));
					if (part.length > 1) {
						found.push(part);
					}
				}
			}
		}
		return found;
	}

	/** Whether one node is reachable from another within these. */
	leads(from: number, to: number, within: ReadonlySet<number>, kinds: readonly EdgeKind[]): boolean {
		const seen = new Set([from]);
		const waiting = [from];
		for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
			for (const next of this.next(node, kinds)) {
				if (next === to) {
					return true;
				}
				if (within.has(next) && !seen.has(next)) {
					seen.add(next);
					waiting.push(next);
				}
			}
		}
		return false;
	}
}
