/**
 * Long chains of OR over equalities, bound as IN, beside the same chains with their sides exchanged, which are not.
 */
import test from "ava";
import fc from "fast-check";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const columns = ["x.a", "x.b", "x.c", "x.d", "e", "test.x.f", "g", "`h`"] as const;
const literals = [
	"0",
	"1",
	"2",
	"7",
	"18446744073709551616",
	"'1'",
	"'x'",
	"'X '",
	"'2020-01-01'",
	"2020",
	"'é'",
	"''",
];

const equality = fc.tuple(fc.constantFrom(...columns), fc.constantFrom(...literals));
/** An AND of equalities, or something else between them. */
const side = fc.oneof(
	{ weight: 8, arbitrary: fc.array(equality, { minLength: 1, maxLength: 2 }) },
	{ weight: 1, arbitrary: fc.constantFrom("x.a > 8", "null", "x.b is null", "@n := 0") },
);
const chains = fc.array(side, { minLength: 66, maxLength: 140 });

/** The same of inequalities, joined by AND; `isMirrored`: with their sides exchanged. */
const inequalities = fc.array(
	fc.oneof(
		{ weight: 8, arbitrary: equality },
		{ weight: 1, arbitrary: fc.constantFrom("x.a > 0", "x.b is not null", "(@n := 1)") },
	),
	{ minLength: 66, maxLength: 140 },
);

function printUnequal(sides: readonly (string | readonly [string, string])[], isMirrored: boolean): string {
	return sides
		.map((each) => (typeof each === "string" ? each : (isMirrored ? each.toReversed() : each).join(" <> ")))
		.join(" and ");
}

function print(sides: readonly (string | readonly (readonly [string, string])[])[], isMirrored: boolean): string {
	return sides
		.map((each) =>
			typeof each === "string"
				? `(${each})`
				: each
						.map(([column, literal]) => (isMirrored ? `${literal} = ${column}` : `${column} = ${literal}`))
						.join(" and "),
		)
		.join(" or ");
}

for (const release of ["2.0", "2.1.7"] as const) {
	test(`a long chain of equalities means what its terms mean, at ${release}`, async (t) => {
		const kernel = await openMemoryKernel({ release });
		const session = await connectRoot(kernel);
		await answerOf(
			session,
			"create table x (k int primary key, a int, b varchar(20), c date, d decimal(10,2), e enum('x', '1', ''), " +
				"f year, g double, h bigint unsigned, key (a), key (b, a))",
		);
		await answerOf(
			session,
			"insert into x values (1, 1, '1', '2020-01-01', 1, 'x', 2020, 1, 1), (2, 2, 'x', null, 2, '1', null, 7, 7), " +
				"(3, null, 'é', '2021-01-01', null, null, 2021, null, null), (4, 7, null, '2020-01-01', 0, '', 2020, 0, 0), " +
				"(5, 0, 'X', null, 7, 'x', 2000, 2, 18446744073709551615), (6, 9, '', '2019-02-03', 9, '1', 1999, 9, 9)",
		);
		await fc.assert(
			fc.asyncProperty(chains, async (sides) => {
				const [plain, mirrored] = await Promise.all(
					[false, true].map((isMirrored) =>
						answerOf(
							session,
							`select k, (${print(sides, isMirrored)}) as found from x where ${print(sides, isMirrored)}`,
						),
					),
				);
				t.is(plain, mirrored);
			}),
			{ numRuns: 15 },
		);
		await fc.assert(
			fc.asyncProperty(inequalities, async (sides) => {
				const [plain, mirrored] = await Promise.all(
					[false, true].map((isMirrored) =>
						answerOf(session, `select k, (${printUnequal(sides, isMirrored)}) as found from x`),
					),
				);
				t.is(plain, mirrored);
			}),
			{ numRuns: 15 },
		);
		await kernel.close();
	});
}
