/**
 * Error catalogue: each error has an occasion, each code one SQL state.
 */
import test from "ava";
import { catalogue, sqlError } from "../../core/errors/catalogue.ts";
import { encodeText } from "../../core/types/value/value.ts";
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

test("a message has at most 511 bytes, and whole characters", (t) => {
	const messageOf = (name: string): string => sqlError("identifierTooLong", encodeText(name)).bytes;
	t.is(messageOf("a".repeat(1_000_000)), `Identifier name '${"a".repeat(494)}`);
	t.is(messageOf("é".repeat(1000)).length, 511);
	t.is(messageOf(`a${"é".repeat(1000)}`).length, 510);
	t.is(messageOf("a".repeat(100)), `Identifier name '${"a".repeat(100)}' is too long`);
});
