/**
 * Texts of hundreds of kilobytes, which are parsed in steps: others are served, and KILL and a hang-up end them.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const numbers = (count: number): string => Array.from({ length: count }, (_, at) => at).join();
const long = `select 7 in (${numbers(300_000)}) as found`;

test("another session is served while a long text is parsed, and its answer is that of a short one", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const [first, second] = [await connectRoot(kernel), await connectRoot(kernel)];
	let isAnswered = false;
	const answer = answerOf(first, long).finally(() => {
		isAnswered = true;
	});
	let served = 0;
	while (!isAnswered && served < 10_000) {
		t.is(await answerOf(second, "select 1"), "1\n1");
		await new Promise((resolve) => setImmediate(resolve));
		served++;
	}
	t.is(await answer, "found\n1");
	t.true(served > 5, `${served}`);
	t.regex(await answerOf(first, `${long} from`), /^ERROR 1064 .* near '' at line 1$/);
	t.regex(await answerOf(first, `${long}; select 2`), /^ERROR 1064 .* near 'select 2' at line 1$/);
	t.is(await answerOf(first, `${" ".repeat(200_000)}select 3`), "3\n3");
	await kernel.close();
});

test("KILL QUERY and a hang-up end the parsing of a long text", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const [first, second] = [await connectRoot(kernel), await connectRoot(kernel)];
	const killed = answerOf(first, long);
	const shown = "select command, state, info from information_schema.processlist where id";
	t.is(await answerOf(second, `${shown} = ${first.id}`), "command\tstate\tinfo\nQuery\tstarting\tNULL");
	await answerOf(second, `kill query ${first.id}`);
	t.regex(await killed, /^ERROR 1317/);
	t.is(await answerOf(first, "select 1"), "1\n1");
	t.is(await answerOf(second, `${shown} = ${first.id}`), "command\tstate\tinfo\nSleep\t\tNULL");

	const abandoned = answerOf(first, long);
	first.abandon();
	first.close();
	t.regex(await abandoned, /^ERROR 1317/);
	t.is(await answerOf(second, "select count(*) from information_schema.processlist"), "count(*)\n1");
	await kernel.close();
});

test("a long text is prepared as a short one, and another session is served meanwhile", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const [first, second] = [await connectRoot(kernel), await connectRoot(kernel)];
	const marks = Array.from({ length: 60_000 }, (_, at) => (at % 3 === 0 ? "?" : String(at))).join();
	let isPrepared = false;
	const preparing = Promise.resolve(first.prepare(`select 7 in (${marks})`)).finally(() => {
		isPrepared = true;
	});
	t.false(isPrepared);
	t.is(await answerOf(second, "select 1"), "1\n1");
	t.false(isPrepared);
	t.is((await preparing).parameterCount, 20_000);
	await t.throwsAsync(async () => first.prepare(`${long}; select 2`), { code: 1064 } as object);
	await t.throwsAsync(async () => first.prepare(" ".repeat(200_000)), { code: 1065 } as object);
	const killed = Promise.resolve(first.prepare(long));
	await answerOf(second, `kill query ${first.id}`);
	await t.throwsAsync(killed, { code: 1317 } as object);
	await kernel.close();
});
