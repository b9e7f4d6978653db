/**
 * Every built-in function with arguments of every type, and with long ones: an answer or an error of the catalogue,
 * never a failure of the program; and no text beyond `max_allowed_packet`.
 */
import test from "ava";
import { functionNamed, functionNames } from "../../core/functions/registry.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const values = [
	"'a'",
	"''",
	"'1.5x'",
	"null",
	"-1",
	"0",
	"1.5",
	"1e300",
	"18446744073709551615",
	"-9223372036854775808",
	"99999999999999999999999999.9999",
	"x'ff00'",
	"b'101'",
	"_utf16 x'd83cdf00'",
	"cast('[1,{\"a\":2}]' as json)",
	"date'2020-02-30'+interval 0 day",
	"timestamp'2020-02-29 23:59:59.999999'",
	"time'-838:59:59'",
	"true",
	"@unset",
];

/** They wait, end something, or have a syntax of their own. */
const others = new Set(["sleep", "benchmark", "get_lock", "release_all_locks", "master_pos_wait", "extract"]);

/** Linear congruential generator: the same arguments in every run. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1103515245 + 12345) & 0x7fffffff;
		return state / 0x7fffffff;
	};
}

const names = functionNames().filter((name) => !others.has(name));

test("arguments of wrong types are answered or refused, by every function", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const random = numbers(29);
	const pick = (): string => values[Math.floor(random() * values.length)]!;
	const failures: string[] = [];
	for (const name of names) {
		const [least, most] = functionNamed(name)!.arity;
		for (let count = least; count <= Math.min(most, least + 3); count++) {
			const tries = count === 0 ? 1 : count === 1 ? values.length : 16;
			for (let at = 0; at < tries; at++) {
				const operands = count === 1 ? [values[at]!] : Array.from({ length: count }, pick);
				const sql = `select ${name}(${operands.join(", ")})`;
				const answer = await answerOf(session, sql);
				if (/Internal error/.test(answer)) {
					failures.push(`${sql}: ${answer}`);
				}
			}
		}
	}
	t.deepEqual(failures, []);
});

test("no function makes a text longer than max_allowed_packet", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	await answerOf(session, "set @long = repeat('ab', 1500000), @list = concat('[', repeat('1,', 1000000), '1]')");
	const failures: string[] = [];
	for (const name of names) {
		const [least, most] = functionNamed(name)!.arity;
		for (let count = Math.max(1, least); count <= Math.min(most, Math.max(least, 4)); count++) {
			for (const long of ["@long", "@list"]) {
				for (const rest of ["'a'", "4000000", "@long"]) {
					const operands = Array.from({ length: count }, (_, at) => (at === 0 ? long : rest));
					const sql = `select length(${name}(${operands.join(", ")}))`;
					const answer = await answerOf(session, sql);
					const length = Number(answer.split("\n")[1]);
					if (/Internal error/.test(answer) || length > 4194304) {
						failures.push(`${sql}: ${answer}`);
					}
				}
			}
		}
	}
	t.deepEqual(failures, []);
	t.true(names.length > 200, `${names.length} functions`);
});

test("many long texts joined are NULL or an error of the catalogue", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const long = Array.from({ length: 200 }, () => "@long").join(", ");
	await answerOf(session, "set @long = repeat('ab', 2000000)");
	t.regex(await answerOf(session, `select concat(${long})`), /\nNULL$/);
	t.regex(await answerOf(session, `select concat_ws(',', ${long})`), /\nNULL$/);
	t.regex(await answerOf(session, `select concat_ws(@long, ${"'a', ".repeat(200)}'b')`), /\nNULL$/);
	await answerOf(session, "set group_concat_max_len = 18446744073709551615");
	await answerOf(session, "create table n (a int)");
	await answerOf(session, `insert into n values ${Array.from({ length: 200 }, (_, at) => `(${at})`).join()}`);
	const joined = await answerOf(session, "select length(group_concat(@long, a)) from n");
	t.false(/Internal error/.test(joined), joined);
});

test("nested rows that do not match are refused", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	for (const sql of [
		"select (1,(1,2)) = (select 1,3)",
		"select (1,(1,2)) in (select 1,3)",
		"select (select 1,3) = (1,(1,2))",
		"select (1,(1,2)) in ((1,2))",
		"select (1,2) + 1",
		"select concat((1,2))",
		"select row(1,row(2,3)) <=> row(1,2)",
	]) {
		t.regex(await answerOf(session, sql), /^ERROR 1241/, sql);
	}
});
