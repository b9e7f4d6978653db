/**
 * Statements as performance_schema, the process list and innodb_trx show them: well-formed UTF-8, whatever the client's
 * charset and wherever the text is cut.
 */
import test from "ava";
import { TextSink } from "../../apps/cli/result-text.ts";
import { connectRoot, openMemoryKernel } from "../memory-kernel.ts";

/** `text`: bytes, one character each, as the client sends them. Returns the bytes of the answer. */
async function send(session: Awaited<ReturnType<typeof connectRoot>>, text: string): Promise<Buffer> {
	let answer = "";
	await session.execute(text, new TextSink("batch", (bytes) => (answer += bytes)));
	return Buffer.from(answer, "latin1");
}

const shown = "select sql_text, message_text from performance_schema.events_statements_history order by event_id";
const utf8 = new TextDecoder("utf-8", { fatal: true });

test("texts of a client of latin1 are shown in UTF-8, those with syntax errors, too", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	await send(session, "set character_set_client = latin1");
	await send(session, "select '\xe4' as a");
	await send(session, "selct '\xe4'");
	const answer = utf8.decode(await send(session, shown));
	t.regex(answer, /^select 'ä' as a\t/m);
	t.regex(answer, /^selct 'ä'\t/m);
});

test("bytes that are no character show as question marks", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const [session, other] = [await connectRoot(kernel), await connectRoot(kernel)];
	await send(session, "select '\xe4\xff' as a");
	await send(session, "selct '\xf0\x9f'");
	const answer = utf8.decode(await send(other, shown));
	t.regex(answer, /^select '\?\?' as a\t/m);
	t.regex(answer, /^selct '\?\?'\t/m);
});

test("the process list and innodb_trx show them so while they run", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const [session, other] = [await connectRoot(kernel), await connectRoot(kernel)];
	await send(session, "create table t (a int primary key) select 1 as a");
	await send(session, "begin");
	const running = send(session, "select sleep(60), '\xe4\xff' from t for update");
	for (const query of [
		"show full processlist",
		"select info from information_schema.processlist",
		"select trx_query from information_schema.innodb_trx",
		"select processlist_info from performance_schema.threads",
	]) {
		const answer = utf8.decode(await send(other, query));
		t.true(answer.includes("select sleep(60), '??' from t for update"), `${query}: ${answer}`);
	}
	await send(other, `kill query ${session.id}`);
	await running;
});

test("long texts and messages are cut between characters", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	for (let before = 0; before < 4; before++) {
		const long = Buffer.from(`${"x".repeat(before)}${"🌀".repeat(600)}`).toString("latin1");
		await send(session, `select '${long}'`);
		await send(session, `selct '${long}'`);
		await send(session, `select 1 from \`${long.slice(0, 4 * 50 + before)}\``);
	}
	t.is(utf8.decode(await send(session, shown)).match(/^sele?ct '/gm)?.length, 6);
});
