/**
 * Names of result columns that are made of expressions: 256 bytes of the text, whole characters, as in MySQL.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("long expressions give short names, aliases and columns keep theirs", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const nameOf = async (item: string): Promise<string> =>
		(await answerOf(session, `select ${item}`)).split("\n")[0] as string;
	t.is(await nameOf("1 + 1"), "1 + 1");
	const long = `length('${"a".repeat(100_000)}')`;
	t.is(await nameOf(long), long.slice(0, 256));
	const exact = `length('${"a".repeat(246)}')`;
	t.is(exact.length, 256);
	t.is(await nameOf(exact), exact);
	// 2 bytes each: 8 of the call, then 124 characters and none that is cut.
	t.is(await nameOf(`length('${"é".repeat(300)}')`), `length('${"é".repeat(124)}`);
	t.is(await nameOf(`'${"🌀".repeat(100)}'`), "🌀".repeat(64));
	t.is(await nameOf(`1 as \`${"x".repeat(64)}\``), "x".repeat(64));
});
