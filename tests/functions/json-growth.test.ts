/**
 * Properties of JSON functions on long lists: containment is what a comparison of each item with each finds, and work
 * grows with the number of paths, documents and items, not with its square.
 */
import test from "ava";
import fc from "fast-check";
import { work } from "../../core/async/work-meter.ts";
import { contains } from "../../core/functions/json/containment.ts";
import { compareJson, jsonObject, type JsonTree } from "../../core/types/json/json.ts";
import { evaluate } from "./evaluator.ts";

/** Compares each with each: plainly right. */
function holds(target: JsonTree, candidate: JsonTree): boolean {
	if (target.kind === "array") {
		const wanted = candidate.kind === "array" ? candidate.items : [candidate];
		return wanted.every((item) => target.items.some((own) => holds(own, item)));
	}
	return target.kind === "object" && candidate.kind === "object"
		? [...candidate.members].every(([key, value]) => {
				const own = target.members.get(key);
				return own !== undefined && holds(own, value);
			})
		: compareJson(target, candidate) === 0;
}

const scalar: fc.Arbitrary<JsonTree> = fc.oneof(
	fc.integer({ min: -2, max: 2 }).map((value): JsonTree => ({ kind: "integer", value })),
	fc.constantFrom(0, -0, 1, 1.5).map((value): JsonTree => ({ kind: "double", value })),
	fc.constantFrom(10, 15, -20).map((unscaled): JsonTree => ({ kind: "decimal", unscaled, scale: 1 })),
	fc.constantFrom("a", "b", "1").map((value): JsonTree => ({ kind: "string", value })),
	fc.boolean().map((value): JsonTree => ({ kind: "boolean", value })),
	fc.constant<JsonTree>({ kind: "null" }),
	fc.constant<JsonTree>({ kind: "date", text: "2020-01-01" }),
);

const { tree } = fc.letrec<{ tree: JsonTree }>((tie) => ({
	tree: fc.oneof(
		{ depthSize: "small" },
		scalar,
		fc.array(tie("tree"), { maxLength: 3 }).map((items): JsonTree => ({ kind: "array", items })),
		fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), tie("tree")), { maxLength: 3 }).map(jsonObject),
	),
}));

test("containment in long arrays is that of each item with each", (t) => {
	const items = fc.array(tree, { minLength: 33, maxLength: 40 });
	fc.assert(
		fc.property(items, fc.array(tree, { minLength: 1, maxLength: 40 }), (own, wanted) => {
			const target: JsonTree = { kind: "array", items: own };
			const times = Array.from({ length: 40 }, () => wanted).flat();
			t.is(contains(target, { kind: "array", items: times }), holds(target, { kind: "array", items: wanted }));
			t.true(contains(target, { kind: "array", items: [...own, ...own] }));
		}),
	);
});

const list = (count: number, item: (at: number) => string): string =>
	Array.from({ length: count }, (_, at) => item(at)).join(",");
const object = (count: number): string => `'{${list(count, (at) => `"k${at}":${at}`)}}'`;

const growing: Readonly<Record<string, (count: number) => string>> = {
	"json_set of new members": (count) => `json_set('{"z":0}', ${list(count, (at) => `'$.k${at}', 1`)})`,
	"json_insert into an array": (count) => `json_insert('[0]', ${list(count, (at) => `'$[${at + 1}]', 1`)})`,
	"json_replace of members": (count) => `json_replace(${object(count)}, ${list(count, (at) => `'$.k${at}', 1`)})`,
	"json_remove of members": (count) => `json_remove(${object(count)}, ${list(count, (at) => `'$.k${at}'`)})`,
	"json_array_append to one array": (count) => `json_array_append('[0]', ${list(count, () => "'$', 1")})`,
	"json_array_insert into one array": (count) => `json_array_insert('[0]', ${list(count, () => "'$[0]', 1")})`,
	"json_merge of objects": (count) => `json_merge(${list(count, (at) => `'{"a":{"k${at}":1}}'`)})`,
	"json_merge of arrays": (count) => `json_merge(${list(count, (at) => `'[${at}]'`)})`,
	"json_merge_patch of objects": (count) => `json_merge_patch(${list(count, (at) => `'{"k${at}":1}'`)})`,
	"json_contains of scalars": (count) =>
		`json_contains('[${list(count, String)}]', '[${list(count, (at) => String(count - at - 1))}]')`,
	"json_contains of objects": (count) =>
		`json_contains('[${list(count, (at) => `{"a":{"b":${at}}}`)}]', '[${list(count, (at) => `{"a":{"b":${at}}}`)}]')`,
	"json_search below paths": (count) =>
		`json_search('[${list(count, (at) => `"a${at}"`)}]', 'all', 'a%', null, ${list(count, (at) => `'$[${at}]'`)})`,
};

for (const [title, expression] of Object.entries(growing)) {
	test(`${title}: twice as many is twice the work`, (t) => {
		const unitsOf = (count: number): number => {
			work.units = 0;
			evaluate(expression(count));
			return work.units;
		};
		const [once, twice] = [unitsOf(400), unitsOf(800)];
		t.true(once > 0 && twice < once * 3, `${once} and ${twice}`);
	});
}
