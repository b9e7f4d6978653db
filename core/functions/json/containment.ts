/**
 * JSON containment: whether a document holds a candidate, with long arrays searched by what their items hold.
 *
 * An array holds a value if one of its items does, an object an object if each member is held.
 */
import { work } from "../../async/work-meter.ts";
import { compareJson, type JsonTree } from "../../types/json/json.ts";
import { ItemIndex } from "./item-index.ts";

/** Fewer comparisons than this are made one by one. */
const fewComparisons = 1024;

/** True if any item of an array contains the candidate; for objects, if each member of it is contained. */
export function contains(target: JsonTree, candidate: JsonTree): boolean {
	work.units++;
	if (target.kind === "array") {
		if (candidate.kind !== "array") {
			return target.items.some((own) => contains(own, candidate));
		}
		return target.items.length * candidate.items.length > fewComparisons
			? containsEach(new ItemIndex(target), candidate.items)
			: candidate.items.every((item) => target.items.some((own) => contains(own, item)));
	}
	if (target.kind === "object" && candidate.kind === "object") {
		for (const [key, value] of candidate.members) {
			const own = target.members.get(key);
			if (own === undefined || !contains(own, value)) {
				return false;
			}
		}
		return true;
	}
	return compareJson(target, candidate) === 0;
}

function containsEach(index: ItemIndex, candidates: readonly JsonTree[]): boolean {
	return candidates.every((candidate) => index.likely(candidate).some((own) => contains(own, candidate)));
}
