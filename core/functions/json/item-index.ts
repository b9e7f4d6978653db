/**
 * Index of a JSON array's items by the members and scalars that they hold.
 *
 * Those within arrays count as if they stood outside. An item can hold a candidate only where it has every mark of the
 * candidate, so that the items with the rarest mark are compared.
 *
 *     [{"a": 1, "b": [2, 3]}, {"a": 4}]      item 0: .a  .a=1  .b  .b=2  .b=3      item 1: .a  .a=4
 */
import { work } from "../../async/work-meter.ts";
import type { JsonTree } from "../../types/json/json.ts";
import { printDecimal } from "../../types/numeric/decimal.ts";
import type { ByteString } from "../../types/value/value.ts";

export class ItemIndex {
	readonly #items: readonly JsonTree[];
	readonly #byMark = new Map<string, JsonTree[]>();
	/** Numbers of the places within an item: of a member within the place of its object. */
	readonly #places = new Map<string, number>();

	constructor({ items }: Extract<JsonTree, { kind: "array" }>) {
		this.#items = items;
		for (const item of items) {
			for (const mark of this.#marksOf(item)) {
				const marked = this.#byMark.get(mark);
				if (marked === undefined) {
					this.#byMark.set(mark, [item]);
				} else {
					marked.push(item);
				}
			}
		}
	}

	/** The items with the candidate's rarest mark; all where it has no marks. */
	likely(candidate: JsonTree): readonly JsonTree[] {
		let rarest = this.#items;
		for (const mark of this.#marksOf(candidate)) {
			const marked = this.#byMark.get(mark) ?? [];
			rarest = marked.length < rarest.length ? marked : rarest;
		}
		return rarest;
	}

	#marksOf(tree: JsonTree): ReadonlySet<string> {
		const marks = new Set<string>();
		this.#mark(tree, 0, marks);
		work.units += marks.size;
		return marks;
	}

	#mark(tree: JsonTree, place: number, marks: Set<string>): void {
		if (tree.kind === "array") {
			for (const item of tree.items) {
				this.#mark(item, place, marks);
			}
		} else if (tree.kind === "object") {
			for (const [key, value] of tree.members) {
				const within = this.#placeOf(place, key);
				marks.add(String(within));
				this.#mark(value, within, marks);
			}
		} else {
			marks.add(`${place}=${scalarMark(tree)}`);
		}
	}

	#placeOf(place: number, key: ByteString): number {
		const name = `${place}.${key}`;
		const known = this.#places.get(name) ?? this.#places.size + 1;
		this.#places.set(name, known);
		return known;
	}
}

/** The same for equal scalars. Numbers of all kinds that are equal are the same double. */
function scalarMark(tree: Exclude<JsonTree, { kind: "array" | "object" }>): string {
	switch (tree.kind) {
		case "integer":
		case "double":
			return String(Number(tree.value) + 0);
		case "decimal":
			return String(Number(printDecimal(tree.unscaled, tree.scale)) + 0);
		case "string":
			return `"${tree.value}`;
		case "null":
			return "null";
		case "boolean":
			return String(tree.value);
		default:
			return `${tree.kind} ${tree.text}`;
	}
}
