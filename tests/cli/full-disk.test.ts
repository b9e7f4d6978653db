/**
 * A restart where nothing can be written: the server starts, serves reads and says why it takes no changes.
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { runVerso, serveVerso, temporaryFolder } from "./program.ts";

const withLimits = spawnSync("prlimit", ["--version"]).error === undefined ? test : test.skip;

withLimits("reads are served after a restart whose writes fail", async (t) => {
	const folder = temporaryFolder(t);
	const flags = ["serve", "--data-dir", folder, "--tls", "off"];
	const first = await serveVerso(t, flags);
	const before = await first.connect();
	await before.query("create table test.t (id int primary key auto_increment, b varchar(3000))");
	await before.query("create temporary table test.own (a int)");
	for (let times = 0; times < 300; times++) {
		await before.query("insert into test.t (b) values (repeat('x', 2000))");
	}
	await first.stop("SIGKILL");
	// As a quota: no file grows beyond what the data file has now.
	const size = statSync(join(folder, "verso.mdb")).size;
	const second = await serveVerso(t, flags, { limits: [`--fsize=${size}:unlimited`] });
	const after = await second.connect();
	const [rows] = await after.query("select count(*) as n, sum(length(b)) as bytes from test.t");
	t.like((rows as object[])[0], { n: 300, bytes: "600000" });
	await t.throwsAsync(after.query("insert into test.t (b) values ('new')"), { message: /storage engine/ });
	const health = await fetch(`http://127.0.0.1:${second.httpPort}/livez`);
	t.is(health.status, 503);
	const { stderr } = await second.stop();
	t.regex(stderr, /verso: warning: .*A commit failed/);
	const third = await serveVerso(t, flags);
	const last = await third.connect();
	await last.query("insert into test.t (b) values ('new')");
	const [all] = await last.query("select count(*) as n from test.t");
	t.like((all as object[])[0], { n: 301 });
	await third.stop();
	const { stdout, exitCode } = await runVerso(["check", folder]);
	t.is(exitCode, 0, stdout);
});
