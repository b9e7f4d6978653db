/**
 * Draft of a JSON document: many changes of one tree, each of which copies only what no change before it has copied.
 *
 * Trees are immutable; copies are the draft's own until it is finished. New members stand last in their object until
 * then, when every object that has any is put in order once.
 */
import { work } from "../../async/work-meter.ts";
import { inNormalOrder, type JsonTree } from "../../types/json/json.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { PathLeg } from "../operand/json-path.ts";

type ObjectTree = Extract<JsonTree, { kind: "object" }>;
type ArrayTree = Extract<JsonTree, { kind: "array" }>;

interface OwnObject {
	readonly kind: "object";
	members: Map<ByteString, JsonTree>;
}

interface OwnArray {
	readonly kind: "array";
	readonly items: JsonTree[];
}

/** Returns the new value at a path, given the existing one if any; undefined removes it or leaves it absent. */
export type Change = (existing: JsonTree | undefined, draft: JsonDraft) => JsonTree | undefined;

export class JsonDraft {
	#tree: JsonTree;
	readonly #own = new Set<JsonTree>();
	readonly #unsorted = new Set<OwnObject>();

	constructor(tree: JsonTree) {
		this.#tree = tree;
	}

	/** Changes the place that a path without wildcards leads to, if there is one. */
	change(legs: readonly PathLeg[], change: Change): void {
		this.#tree = this.#changed(this.#tree, legs, 0, change);
	}

	/** Changes the whole document. */
	replace(change: (tree: JsonTree) => JsonTree): void {
		this.#tree = change(this.#tree);
	}

	/** Returns the changed document. The draft is not used after that. */
	finish(): JsonTree {
		for (const object of this.#unsorted) {
			object.members = inNormalOrder(object.members);
		}
		return this.#tree;
	}

	/** Returns the draft's own copy. */
	ownObject(tree: ObjectTree): OwnObject {
		if (this.#own.has(tree)) {
			return tree as OwnObject;
		}
		work.units += tree.members.size;
		return this.#keep({ kind: "object", members: new Map(tree.members) });
	}

	/** Returns the draft's own copy. */
	ownArray(tree: ArrayTree): OwnArray {
		return this.#own.has(tree) ? (tree as OwnArray) : this.newArray(tree.items);
	}

	newArray(items: readonly JsonTree[]): OwnArray {
		work.units += items.length;
		return this.#keep({ kind: "array", items: [...items] });
	}

	put(object: OwnObject, key: ByteString, value: JsonTree): void {
		if (!object.members.has(key)) {
			this.#unsorted.add(object);
		}
		object.members.set(key, value);
	}

	#keep<T extends JsonTree>(copy: T): T {
		this.#own.add(copy);
		return copy;
	}

	/** The tree with one place changed, which may be the same tree. */
	#changed(tree: JsonTree, legs: readonly PathLeg[], at: number, change: Change): JsonTree {
		const leg = legs[at];
		if (leg === undefined) {
			return change(tree, this) ?? tree;
		}
		if (leg.kind === "member") {
			return tree.kind === "object" ? this.#changedMember(tree, leg.key, legs, at + 1, change) : tree;
		}
		if (leg.kind !== "cell") {
			return tree;
		}
		if (tree.kind === "array") {
			return this.#changedItem(tree, leg.place, legs, at + 1, change);
		}
		if (leg.place === 0) {
			return this.#changed(tree, legs, at + 1, change);
		}
		const added = at + 1 === legs.length ? change(undefined, this) : undefined;
		return added === undefined ? tree : this.newArray([tree, added]);
	}

	#changedMember(tree: ObjectTree, key: ByteString, legs: readonly PathLeg[], at: number, change: Change): JsonTree {
		const existing = tree.members.get(key);
		const value = this.#changedValue(existing, legs, at, change);
		if (value === existing) {
			return tree;
		}
		const own = this.ownObject(tree);
		if (value === undefined) {
			own.members.delete(key);
		} else {
			this.put(own, key, value);
		}
		return own;
	}

	#changedItem(tree: ArrayTree, place: number, legs: readonly PathLeg[], at: number, change: Change): JsonTree {
		const existing = tree.items[place];
		const value = this.#changedValue(existing, legs, at, change);
		if (value === existing) {
			return tree;
		}
		const own = this.ownArray(tree);
		if (value === undefined) {
			own.items.splice(place, 1);
		} else if (existing === undefined) {
			own.items.push(value);
		} else {
			own.items[place] = value;
		}
		return own;
	}

	#changedValue(
		existing: JsonTree | undefined,
		legs: readonly PathLeg[],
		at: number,
		change: Change,
	): JsonTree | undefined {
		return at === legs.length ? change(existing, this) : existing && this.#changed(existing, legs, at, change);
	}
}
