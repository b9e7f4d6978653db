/**
 * Lists of a long workload: items come back from the disk as they were, in any order, and lists are joined.
 */
import test from "ava";
import { JoinedSeries } from "../../apps/workload/series.ts";
import { SpilledList } from "../../apps/workload/spilled-list.ts";

interface Item {
	readonly number: number;
	readonly text: string;
	readonly more?: { readonly words: readonly string[] };
}

const count = 50_000;

function itemOf(number: number): Item {
	const text = `\u0000'\u00ff\u0080 ${number} ${number % 7 === 0 ? "🌷 \ud800 ж" : "plain"}`;
	// Longer than what is written and read at once.
	const long = number === 40_000 ? { words: ["x".repeat(700_000), "🌷"] } : { words: [] };
	return number % 2 === 0 ? { number, text } : { number, text, more: long };
}

test("items behind the first come back as they were", (t) => {
	const list = new SpilledList<Item>();
	for (let number = 0; number < count; number++) {
		list.push(itemOf(number));
		if (number % 4999 === 0) {
			t.deepEqual(list.at(number), itemOf(number));
		}
	}
	t.is(list.length, count);
	for (let number = 0, place = 17; number < 2000; number++, place = (place * 7919) % count) {
		t.deepEqual(list.at(place), itemOf(place));
	}
	let at = 0;
	for (const item of list) {
		if (item.number !== at || item.text !== itemOf(at).text) {
			t.deepEqual(item, itemOf(at));
		}
		at++;
	}
	t.is(at, count);
	t.is(list.at(count), undefined);
});

test("lists joined are one", (t) => {
	const joined = new JoinedSeries([["a", "b"], [], ["c"]], (text, part) => `${text}${part}`);
	t.deepEqual([...joined], ["a0", "b0", "c2"]);
	t.deepEqual([joined.length, joined.at(1), joined.at(2), joined.at(3)], [3, "b0", "c2", undefined]);
});
