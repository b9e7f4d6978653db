/**
 * Expected rows of one writer in the feature tables, with the effects of cascades, generated columns and views.
 *
 * The model of what a server must hold: nothing of it is computed by verso.
 */
import { cheapBelow, hashPartitions, regionsOf } from "./tables.ts";

export class FeatureRows {
	readonly parents = new Map<number, string>();
	readonly children = new Map<number, { readonly parent: number; readonly v: number }>();
	readonly grandchildren = new Map<number, number>();
	readonly marks = new Map<number, number | null>();
	readonly prices = new Map<number, number>();
	readonly ranged = new Map<number, { readonly k: number; readonly body: string }>();
	readonly listed = new Map<number, { readonly region: number; readonly v: number }>();
	readonly hashed = new Map<number, number>();

	removeParent(id: number): void {
		this.parents.delete(id);
		for (const child of this.childrenOf(id)) {
			this.removeChild(child);
		}
	}

	moveParent(from: number, to: number): void {
		this.parents.set(to, this.parents.get(from) ?? "");
		this.parents.delete(from);
		for (const child of this.childrenOf(from)) {
			this.children.set(child, { parent: to, v: this.children.get(child)?.v ?? 0 });
		}
	}

	removeChild(id: number): void {
		this.children.delete(id);
		for (const [grandchild, child] of this.grandchildren) {
			if (child === id) {
				this.grandchildren.delete(grandchild);
			}
		}
		for (const [mark, child] of this.marks) {
			if (child === id) {
				this.marks.set(mark, null);
			}
		}
	}

	childrenOf(parent: number): number[] {
		return [...this.children].filter(([, child]) => child.parent === parent).map(([id]) => id);
	}

	/** Returns a copy, for a transaction that is rolled back. */
	copy(): FeatureRows {
		return Object.assign(new FeatureRows(), structuredClone({ ...this }));
	}

	/** Returns each row, with what views and partitions show of it, by name: `child 1000007` is `1000003 5`. */
	named(): Map<string, string> {
		const { children, parents, prices } = this;
		const rows: (readonly [string, string])[] = [
			...[...parents].map(([id, label]) => [`parent ${id}`, label] as const),
			...[...children].map(([id, { parent, v }]) => [`child ${id}`, `${parent} ${v}`] as const),
			...[...this.grandchildren].map(([id, child]) => [`grandchild ${id}`, String(child)] as const),
			...[...this.marks].map(([id, child]) => [`mark ${id}`, String(child ?? "NULL")] as const),
			...[...prices].map(([id, price]) => [`priced ${id}`, `${price} ${taxed(price)} ${price >> 1}`] as const),
			...[...this.ranged].map(([id, { k, body }]) => [`ranged ${id}`, `${k} ${body} ${rangeOf(k)}`] as const),
			...[...this.listed].map(([id, { region, v }]) => [`listed ${id}`, `${region} ${v} ${listOf(region)}`] as const),
			...[...this.hashed].map(([id, v]) => [`hashed ${id}`, `${v} p${id % hashPartitions}`] as const),
			...[...children].map(([id, { parent }]) => [`family ${id}`, parents.get(parent) ?? ""] as const),
			...[...prices]
				.filter(([, price]) => price < cheapBelow)
				.map(([id, price]) => [`cheap ${id}`, `${price} ${taxed(price)}`] as const),
		];
		return new Map(rows);
	}
}

function taxed(price: number): number {
	return price * 3 + 1;
}

function rangeOf(k: number): string {
	return k < 100 ? "low" : k < 200 ? "middle" : "high";
}

function listOf(region: number): string {
	return Object.entries(regionsOf).find(([, regions]) => regions.some((each) => each === region))?.[0] ?? "none";
}
