/**
 * Steps of one writer on the feature tables, chosen by a seed: statements, and the rows that they change.
 *
 * Each step is one commit: a statement with its cascades, or a transaction. Equal seeds give equal steps, so that a
 * reader can repeat them and compare any state of a store.
 */
import { Random } from "../../../bench/random.ts";
import type { Change } from "../killed/ledger.ts";
import { FeatureRows } from "./rows.ts";
import { cheapBelow, idsOfWriter, regionsOf } from "./tables.ts";

interface FeatureStep {
	/** The last one makes the change durable. */
	readonly statements: readonly string[];
	readonly change: Change;
}

const mostRows = 12;
const greatestRegion = Math.max(...Object.values(regionsOf).flat());

export class FeatureSteps {
	#rows = new FeatureRows();
	#nextId: number;
	readonly #random: Random;

	constructor(seed: number, writer: number) {
		this.#random = new Random(seed + writer * 15485863);
		this.#nextId = writer * idsOfWriter + 1;
	}

	/** Returns the rows after the steps so far. */
	get rows(): Map<string, string> {
		return this.#rows.named();
	}

	next(): FeatureStep {
		const before = this.#rows;
		const old = before.named();
		this.#rows = before.copy();
		const isTogether = this.#random.between(0, 4) === 0;
		const deeds = Array.from({ length: isTogether ? 3 : 1 }, () => this.#deed()).flat();
		if (deeds.length === 1) {
			return { statements: deeds, change: changeBetween(old, this.#rows.named()) };
		}
		if (this.#random.between(0, 9) === 0) {
			this.#rows = before;
			return { statements: ["BEGIN", ...deeds, "ROLLBACK"], change: [] };
		}
		return { statements: ["BEGIN", ...deeds, "COMMIT"], change: changeBetween(old, this.#rows.named()) };
	}

	#deed(): readonly string[] {
		const deeds = [
			() => this.#addFamily(),
			() => this.#changeFamily(),
			() => this.#changeFamily(),
			() => this.#setPrice(),
			() => this.#setPrice(),
			() => this.#changeRanged(),
			() => this.#changeListed(),
			() => this.#changeHashed(),
		];
		return deeds[this.#random.between(0, deeds.length - 1)]!();
	}

	#addFamily(): readonly string[] {
		const { parents, children, grandchildren, marks } = this.#rows;
		const parent = this.#id();
		const label = `label ${this.#random.between(0, 5)}`;
		parents.set(parent, label);
		const [first, second] = [this.#id(), this.#id()];
		const [v, w] = [this.#random.between(0, 9), this.#random.between(0, 9)];
		children.set(first, { parent, v }).set(second, { parent, v: w });
		const grandchild = this.#id();
		grandchildren.set(grandchild, first).set(grandchild + 1, second);
		this.#nextId++;
		const mark = this.#id();
		marks.set(mark, second);
		return [
			`INSERT INTO parents VALUES (${parent}, '${label}')`,
			`INSERT INTO children VALUES (${first}, ${parent}, ${v}), (${second}, ${parent}, ${w})`,
			`INSERT INTO grandchildren VALUES (${grandchild}, ${first}), (${grandchild + 1}, ${second})`,
			`INSERT INTO marks VALUES (${mark}, ${second})`,
			...(marks.size > mostRows ? [this.#remove("marks", marks)] : []),
		];
	}

	#changeFamily(): readonly string[] {
		const { parents, children } = this.#rows;
		const parent = this.#pick(parents);
		if (parent === undefined) {
			return this.#addFamily();
		}
		const choice = parents.size > mostRows ? 0 : this.#random.between(0, 2);
		const child = this.#pick(children);
		if (choice === 1 && child !== undefined) {
			this.#rows.removeChild(child);
			return [`DELETE FROM children WHERE id = ${child}`];
		}
		if (choice === 2) {
			const to = this.#id();
			this.#rows.moveParent(parent, to);
			return [`UPDATE parents SET id = ${to} WHERE id = ${parent}`];
		}
		this.#rows.removeParent(parent);
		return [`DELETE FROM parents WHERE id = ${parent}`];
	}

	#setPrice(): readonly string[] {
		const { prices } = this.#rows;
		const price = this.#random.between(0, 2 * cheapBelow);
		const isCheap = price < cheapBelow && this.#random.between(0, 1) === 0;
		const old = this.#pick(prices);
		if (old === undefined || (prices.size < mostRows && this.#random.between(0, 2) === 0)) {
			const [id, next] = [this.#id(), this.#id()];
			prices.set(id, price).set(next, price >> 1);
			return [
				`INSERT INTO ${isCheap ? "cheap" : "priced"} (id, price) VALUES (${id}, ${price}), (${next}, ${price >> 1})`,
			];
		}
		if (this.#random.between(0, 3) === 0) {
			return [this.#remove("priced", prices)];
		}
		const isThrough = isCheap && (prices.get(old) ?? 0) < cheapBelow;
		prices.set(old, price);
		return [`UPDATE ${isThrough ? "cheap" : "priced"} SET price = ${price} WHERE id = ${old}`];
	}

	#changeRanged(): readonly string[] {
		const { ranged } = this.#rows;
		const k = this.#random.between(0, 300);
		const old = this.#pick(ranged);
		if (old === undefined || (ranged.size < mostRows && this.#random.between(0, 2) === 0)) {
			const body = this.#random.digits(1);
			const [id, next] = [this.#id(), this.#id()];
			ranged.set(id, { k, body }).set(next, { k: 300 - k, body });
			return [`INSERT INTO ranged VALUES (${id}, ${k}, '${body}'), (${next}, ${300 - k}, '${body}')`];
		}
		if (this.#random.between(0, 3) === 0) {
			return [this.#remove("ranged", ranged)];
		}
		ranged.set(old, { k, body: ranged.get(old)?.body ?? "" });
		return [`UPDATE ranged SET k = ${k} WHERE id = ${old}`];
	}

	#changeListed(): readonly string[] {
		const { listed } = this.#rows;
		const region = this.#random.between(1, greatestRegion);
		const old = this.#pick(listed);
		if (old === undefined || (listed.size < mostRows && this.#random.between(0, 2) === 0)) {
			const [id, v] = [this.#id(), this.#random.between(0, 99)];
			listed.set(id, { region, v });
			return [`INSERT INTO listed VALUES (${id}, ${region}, ${v})`];
		}
		if (this.#random.between(0, 3) === 0) {
			return [this.#remove("listed", listed)];
		}
		const v = (listed.get(old)?.v ?? 0) + 1;
		listed.set(old, { region, v });
		return [`UPDATE listed SET region = ${region}, v = v + 1 WHERE id = ${old}`];
	}

	#changeHashed(): readonly string[] {
		const { hashed } = this.#rows;
		const old = this.#pick(hashed);
		if (old === undefined || (hashed.size < mostRows && this.#random.between(0, 2) === 0)) {
			const [id, v] = [this.#id(), this.#random.between(0, 99)];
			const ids = [id, this.#id(), this.#id()];
			ids.forEach((each) => hashed.set(each, v));
			return [`INSERT INTO hashed VALUES ${ids.map((each) => `(${each}, ${v})`).join(", ")}`];
		}
		if (this.#random.between(0, 3) === 0) {
			return [this.#remove("hashed", hashed)];
		}
		const to = this.#id();
		hashed.set(to, hashed.get(old) ?? 0).delete(old);
		return [`UPDATE hashed SET id = ${to} WHERE id = ${old}`];
	}

	#remove(table: string, rows: Map<number, unknown>): string {
		const id = this.#pick(rows) ?? 0;
		rows.delete(id);
		return `DELETE FROM ${table} WHERE id = ${id}`;
	}

	#pick(rows: ReadonlyMap<number, unknown>): number | undefined {
		const ids = [...rows.keys()];
		return ids[this.#random.between(0, Math.max(0, ids.length - 1))];
	}

	#id(): number {
		return this.#nextId++;
	}
}

function changeBetween(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Change {
	return [
		...[...old.keys()].filter((name) => !now.has(name)).map((name) => [name, null] as const),
		...[...now].filter(([name, contents]) => old.get(name) !== contents),
	];
}
