/**
 * Silence of members: who is put out, and that a time in which no member was heard puts out none.
 */
import test from "ava";
import { Silence } from "../../../core/store/shared-log/silence.ts";

const times = { outMs: 10_000, ownMs: 3000 };
const self = "a";

/** Members put out at each second; each has a record at every second in which it speaks. */
function played(seconds: number, speaks: (name: string, second: number) => boolean): Record<number, string[]> {
	const silence = new Silence(self, times, 0);
	const heard = new Map(["c", "b", self].map((name) => [name, 0]));
	const out: Record<number, string[]> = {};
	for (let second = 1; second <= seconds; second++) {
		for (const name of heard.keys()) {
			if (speaks(name, second)) {
				heard.set(name, second);
			}
		}
		const members = [...heard].map(([name, position]) => ({ name, heard: position }));
		const names = silence.longest(members, second * 1000).map(({ name }) => name);
		names.forEach((name) => heard.delete(name));
		if (names.length > 0) {
			out[second] = names;
		}
	}
	return out;
}

test("a member that is not heard of for ten seconds is put out, once", (t) => {
	t.deepEqual(
		played(60, (name, second) => name !== "b" || second <= 5),
		{ 16: ["b"] },
	);
	t.deepEqual(
		played(60, () => true),
		{},
	);
});

test("a server that does not hear itself puts out none", (t) => {
	t.deepEqual(
		played(60, () => false),
		{},
	);
	t.deepEqual(
		played(60, (name, second) => name !== self || second <= 5),
		{},
	);
});

test("after a time in which none was heard, others have their ten seconds from the first that this server hears", (t) => {
	for (const pause of [4, 11, 12, 30]) {
		const back = 5 + pause;
		t.deepEqual(
			played(80, (name, second) => second <= 5 || second >= back + (name === self ? 0 : 2)),
			{},
			`${pause} s`,
		);
		t.deepEqual(
			played(80, (name, second) => second <= 5 || (second >= back && name !== "b")),
			{ [back + 11]: ["b"] },
			`${pause} s, and one that does not come back`,
		);
	}
});
