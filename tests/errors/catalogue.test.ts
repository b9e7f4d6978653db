/**
 * Error catalogue: each error has an occasion, each code one SQL state.
 */
import test from "ava";
import { catalogue } from "../../core/errors/catalogue.ts";
import { occasions } from "./occasion.ts";

test("every error has an occasion", (t) => {
	const names = Object.keys(catalogue);
	t.deepEqual(
		names.filter((name) => !(name in occasions)),
		[],
	);
	t.deepEqual(
		Object.keys(occasions).filter((name) => !names.includes(name)),
		[],
	);
});

test("a code has one state, and a state is five letters or digits", (t) => {
	const states = new Map<number, Set<string>>();
	for (const [code, state] of Object.values(catalogue)) {
		t.regex(state, /^[0-9A-Z]{5}$/);
		states.set(code, (states.get(code) ?? new Set()).add(state));
	}
	t.deepEqual(
		[...states].filter(([, all]) => all.size > 1).map(([code]) => code),
		[],
	);
});
