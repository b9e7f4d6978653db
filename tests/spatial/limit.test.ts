/**
 * Time limit of spatial functions: shapes that all cross each other end with error 3036, large ones do not.
 */
import test from "ava";
import { TimeOver, withinTime } from "../../core/async/time-limit.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const points = 40_000;

/** Computed in a tenth of the limit, so that other programs at work don't matter. */
const pointsOfCircle = 10_000;

function textOf(
	kind: string,
	position: (at: number) => readonly [x: number, y: number],
	isClosed = false,
	length = points,
): string {
	const positions = Array.from({ length }, (_none, at) => position(at).join(" "));
	const list = [...positions, ...(isClosed ? [positions[0]] : [])].join();
	return `st_geomfromtext('${kind}${isClosed ? `((${list}))` : `(${list})`}')`;
}

/** It meets its like, turned, in as many points as the square of its own. */
const zigzag = textOf("LINESTRING", (at) => [at, (at % 2) * points]);
const turned = textOf("LINESTRING", (at) => [(at % 2) * points, at]);
const circle = (x: number): string => {
	const angle = (at: number): number => (2 * Math.PI * at) / pointsOfCircle;
	return textOf("POLYGON", (at) => [x + Math.cos(angle(at)), Math.sin(angle(at))], true, pointsOfCircle);
};

test("intricate shapes hold the server for no longer than the limit", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const other = await connectRoot(kernel);
	await answerOf(session, `set @a = ${zigzag}, @b = ${turned}, @c = ${circle(0)}, @d = ${circle(0.5)}`);
	for (const call of ["st_intersects(@a, @b)", "st_union(@a, @b)", "st_issimple(@a)", "st_simplify(@a, 0.1)"]) {
		const running = answerOf(session, `select ${call}`);
		const asked = answerOf(other, "select 1");
		t.regex(
			await running,
			/^ERROR 3036 \(HY000\) at line 1: Function st_\w+ was ended after 2 seconds: its geometries are too intricate\.$/m,
			call,
		);
		t.is(await asked, "1\n1");
	}
	t.is(
		await answerOf(session, "select round(st_area(st_intersection(@c, @d)), 6) as a, st_isvalid(@c) as v"),
		"a\tv\n2.152109\t1",
	);
});

test("work in time has its result and its errors; late work is ended, and what comes after it runs", (t) => {
	t.is(
		withinTime(1000, () => 7),
		7,
	);
	t.throws(
		() =>
			withinTime(1000, () => {
				throw new Error("own");
			}),
		{ message: "own" },
	);
	const thrown = t.throws(
		() =>
			withinTime(20, () => {
				for (;;) {}
			}),
		{ any: true },
	);
	t.true((thrown as unknown) instanceof TimeOver);
	t.is(
		withinTime(1000, () => withinTime(1000, () => 8)),
		8,
	);
});
