/**
 * Watchdog: a plugin's rule that loops ends with the first signal, by name; one that is only slow ends nothing.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { serveVerso, startVerso, temporaryFolder } from "./program.ts";

/** A rule that takes so long as the text says, in milliseconds. */
const slowRule = `export default ({ InsertCheck, page, changed }) =>
	page("slow-rule", [changed(InsertCheck, (Base) => class SlowRule extends Base {
		text(...facts) {
			const ms = Number(/\\d+/.exec(String(facts[0]?.text ?? facts[0]))?.[0] ?? 0);
			const end = Date.now() + ms;
			while (Date.now() < end) {}
			return super.text(...facts);
		}
	}, "Takes its time.")]);
`;

function plugin(t: ExecutionContext): string {
	const file = join(temporaryFolder(t), "slow-rule.mjs");
	writeFileSync(file, slowRule);
	return file;
}

for (const bundled of [false, true]) {
	test(`SIGTERM ends a server whose plugin loops${bundled ? ", bundled" : ""}`, async (t) => {
		const flags = ["serve", "--data-dir", temporaryFolder(t), "--plugin", plugin(t)];
		const server = await serveVerso(t, flags, { bundled });
		const connection = await server.connect();
		connection.on("error", () => {});
		await connection.query("create table test.t (a varchar(20) charset utf8mb4)");
		await connection.query("insert into test.t values ('ä 1')");
		const looping = connection.query("insert into test.t values ('ä 999999999')").catch(() => "gone");
		await delay(500);
		const begunMs = Date.now();
		const { stderr, exitCode } = await Promise.race([
			server.stop("SIGTERM"),
			delay(30_000).then(() => ({ stderr: "still there", exitCode: 0 })),
		]);
		t.is(exitCode, null, "by a signal");
		t.true(Date.now() - begunMs < 6000, `${Date.now() - begunMs} ms`);
		t.regex(
			stderr,
			/^verso: plugin slow-rule was asked insert-check\.text and does not come to an answer, so the server cannot stop/m,
		);
		t.is(await looping, "gone");
	});
}

test("a plugin that answers, though slowly, lets the server stop in order", async (t) => {
	const flags = ["serve", "--data-dir", temporaryFolder(t), "--plugin", plugin(t)];
	const server = await serveVerso(t, flags);
	const connection = await server.connect();
	connection.on("error", () => {});
	await connection.query("create table test.t (a varchar(20) charset utf8mb4)");
	const slow = connection.query("insert into test.t values ('ä 1200')");
	await delay(100);
	const [{ stderr, exitCode }] = await Promise.all([server.stop("SIGTERM"), slow]);
	t.deepEqual([stderr, exitCode], ["", 0]);
});

test("Ctrl-C ends a script whose plugin loops, which was told of before", async (t) => {
	const { child, ended } = startVerso(["run", "-", "--plugin", plugin(t)], {
		input: "create table t (a varchar(20) charset utf8mb4); insert into t values ('ä 999999999');",
	});
	let printed = "";
	child.stderr?.on("data", (bytes: Buffer) => {
		printed += bytes.toString();
	});
	for (let wait = 0; wait < 300 && !printed.includes("for 5 s"); wait++) {
		await delay(100);
	}
	t.regex(printed, /plugin slow-rule was asked insert-check\.text and has been looking for an answer for 5 s/);
	child.kill("SIGINT");
	const { stderr } = await ended;
	t.regex(stderr, /does not come to an answer/);
});
