/**
 * Planted faults that the table must catch first: plugins that keep the server busy, and that keep every value.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attack } from "./attack.ts";

/** A rule that loops for a second. */
const slowRule = `export default ({ InsertCheck, page, changed }) =>
	page("slow-rule", [changed(InsertCheck, (Base) => class SlowRule extends Base {
		text(...facts) {
			const end = Date.now() + 1000;
			while (Date.now() < end) {}
			return super.text(...facts);
		}
	}, "Loops for a second.")]);
`;

/** A rule that never gives its memory back: 100 MB a row. */
const greedyRule = `const kept = [];
export default ({ InsertCheck, page, changed }) =>
	page("greedy-rule", [changed(InsertCheck, (Base) => class GreedyRule extends Base {
		text(...facts) {
			kept.push(Buffer.alloc(100_000_000, 1));
			return super.text(...facts);
		}
	}, "Keeps 100 MB a row.")]);
`;

interface PlantedFault {
	readonly flags: readonly string[];
	readonly attack: Attack;
}

export function plantedFaults(): { readonly slow: PlantedFault; readonly greedy: PlantedFault } {
	const folder = mkdtempSync(join(tmpdir(), "verso-trust-plugins-"));
	const plant = (name: string, text: string, statements: readonly string[]): PlantedFault => {
		const file = join(folder, `${name}.mjs`);
		writeFileSync(file, text);
		return { flags: ["--plugin", file], attack: { name, statements } };
	};
	const insert = "insert into big (v) values ('ä🌀')";
	return {
		slow: plant("slow-rule", slowRule, [insert]),
		greedy: plant(
			"greedy-rule",
			greedyRule,
			Array.from({ length: 30 }, () => insert),
		),
	};
}
