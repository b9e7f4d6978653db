/**
 * Three servers of three releases as one database; joining from a copy, leaving, status; without a quorum.
 */
import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { runVerso, serveVerso } from "../cli/program.ts";
import { hasEtcd } from "../../bench/cluster/etcd.ts";
import { failureOf, House, rowsOf, type Served, until } from "./house.ts";
import { Writer, writerTables } from "./writer.ts";

const clustered = hasEtcd() ? test.serial : test.skip;

clustered("three releases on one log: what one commits the others read, and find in their own files", async (t) => {
	const house = await House.begin(t);
	const servers = [];
	for (const [at, release] of ["2.0", "2.1.3", "2.1.7"].entries()) {
		servers.push(await house.serve(at, "--version", release));
	}
	const [one, two, three] = await Promise.all(servers.map((server) => server.connect()));
	await one!.query("create table t (id int primary key, v varchar(20))");
	await one!.query("insert into t values (1, 'a')");
	await until(two!, "select * from t", [[1, "a"]]);
	await two!.query("update t set v = 'b' where id = 1");
	await until(three!, "select * from t", [[1, "b"]]);
	await three!.query("alter table t add index (v)");
	await until(one!, "select count(*) from information_schema.statistics where table_name = 't' and index_name = 'v'", [
		[1],
	]);
	const status = await runVerso([
		...["cluster", "status", "--json"],
		...servers.map(({ httpPort }) => `http://127.0.0.1:${httpPort}`),
	]);
	t.is(status.exitCode, 0, status.stderr);
	const seen = JSON.parse(status.stdout) as { members: { release: string }[] }[];
	t.deepEqual(
		seen.map(({ members }) => members.map(({ release }) => release)),
		Array.from({ length: 3 }, () => ["2.0", "2.1.3", "2.1.7"]),
	);
	const table = await runVerso(["cluster", "status", `http://127.0.0.1:${servers[0]!.httpPort}`]);
	t.regex(table.stdout, /^server +member +position +behind +digest/);
	const metrics = await (await fetch(`http://127.0.0.1:${servers[1]!.httpPort}/metrics`)).text();
	t.regex(metrics, /^verso_cluster_members 3$/m);
	await servers[2]!.stop("SIGKILL");
	await one!.query("insert into t values (2, 'meanwhile')");
	const again = await house.serve(2);
	await until(await again.connect(), "select * from t", [
		[1, "b"],
		[2, "meanwhile"],
	]);
	for (const server of [servers[0]!, servers[1]!, again]) {
		t.is((await server.stop()).exitCode, 0);
	}
	for (const at of [0, 1, 2]) {
		const checked = await runVerso(["check", house.directory(at)]);
		t.is(checked.exitCode, 0, checked.stdout);
	}
});

clustered("a cluster begins with a directory's data; a server joins over HTTP with a token, and leaves", async (t) => {
	const house = await House.begin(t);
	const base = join(house.folder, "base");
	const address = house.etcd.address("other");
	const alone = await serveVerso(t, ["--data-dir", base, "--warm-up", "off"]);
	const session = await alone.connect();
	await session.query("create table t (id int primary key)");
	await session.query("insert into t values (1), (2)");
	await alone.stop();
	const init = await runVerso(["cluster", "init", "--log", address, "--data-dir", base]);
	t.regex(init.stdout, /begins with/, init.stderr);
	t.regex((await runVerso(["--data-dir", base, "--port", "0"])).stderr, /of a cluster: start it with --log/);
	const words = ["--log", address, "--warm-up", "off", "--http-token", "secret"];
	const first = await serveVerso(t, [...words, "--data-dir", base]);
	const twice = await runVerso([...words, "--data-dir", base, "--port", "0"]);
	t.regex(twice.stderr, /another server, process \d+, runs on/);
	const joined = join(house.folder, "joined");
	t.regex((await runVerso([...words, "--data-dir", joined, "--port", "0"])).stderr, /verso cluster join/);
	const from = `http://127.0.0.1:${first.httpPort}`;
	const join1 = ["cluster", "join", "--log", address, "--data-dir", joined, "--from", from];
	t.regex((await runVerso(join1)).stderr, /gives no copy: this server asks for its token/);
	const join2 = await runVerso([...join1, "--http-token", "secret"]);
	t.regex(join2.stdout, /has the cluster's data up to position/, join2.stderr);
	const second = await serveVerso(t, [...words, "--data-dir", joined]);
	const other = await second.connect();
	await until(other, "select count(*) from t", [[2]]);
	await other.query("insert into t values (3)");
	await until(await first.connect(), "select count(*) from t", [[3]]);
	await second.stop();
	t.regex((await runVerso(["cluster", "leave", "--data-dir", joined])).stdout, /of no cluster any more/);
	const again = await serveVerso(t, ["--data-dir", joined, "--warm-up", "off"]);
	t.deepEqual(await rowsOf(await again.connect(), "select count(*) from t"), [[3]]);
});

clustered(
	"without a quorum reads are served and changes refused with a sentence; with it again all goes on",
	async (t) => {
		const house = await House.begin(t);
		const server = await house.serve(0);
		const fresh = await house.serve(1, "--reads", "fresh");
		const [session, freshSession] = [await server.connect(), await fresh.connect()];
		await session.query("create table t (id int primary key)");
		await session.query("insert into t values (1)");
		t.deepEqual(await rowsOf(freshSession, "select * from t"), [[1]]);
		await house.etcd.kill(0);
		await house.etcd.kill(1);
		const began = Date.now();
		t.regex(await failureOf(session.query("insert into t values (2)")), /^9002 .*unknown whether/);
		t.true(Date.now() - began < 20_000);
		t.regex(await failureOf(session.query("insert into t values (3)")), /^9001 .*nothing can be written/);
		t.deepEqual(await rowsOf(session, "select * from t"), [[1]], "reads go on");
		t.regex(await failureOf(freshSession.query("select * from t")), /^9001 /, "fresh reads can't");
		// One server is heard before the other, and does not put it out for the silence of both. etcd holds for seven
		// seconds what the other has sent it.
		fresh.signal("SIGSTOP");
		await delay(8000);
		house.etcd.startAgain(0);
		house.etcd.startAgain(1);
		let inserted = "";
		for (let tries = 0; inserted !== "none" && tries < 100; tries++) {
			await delay(100);
			inserted = await failureOf(session.query(`insert into t values (${10 + tries})`));
		}
		t.is(inserted, "none");
		await delay(3000);
		fresh.signal("SIGCONT");
		const rows = await rowsOf(session, "select id from t where id in (1, 2, 3)");
		t.true(rows.length <= 2 && !rows.flat().includes(3), "what was refused is not there; what was unknown may be");
		let read = "";
		for (let tries = 0; read !== "none" && tries < 100; tries++) {
			await delay(100);
			read = await failureOf(freshSession.query("select * from t"));
		}
		await until(freshSession, "select count(*) from t where id = 3", [[0]]);
	},
);

clustered("a server joins with the copy of one that has just begun", async (t) => {
	const house = await House.begin(t);
	const first = await house.serve(0, "--http-token", "secret");
	await (await first.connect()).query("create table t (id int primary key)");
	const from = ["--from", `http://127.0.0.1:${first.httpPort}`, "--http-token", "secret"];
	const joined = await house.cluster("join", "--data-dir", house.directory(1), ...from);
	t.regex(joined.stdout, /up to position [1-9]/, joined.stderr);
	const second = await (await house.serve(1)).connect();
	t.deepEqual(await rowsOf(second, "select count(*) from t"), [[0]]);
});

clustered("a commit larger than a record: 20,000 rows in one INSERT, and LOAD DATA", async (t) => {
	const house = await House.begin(t);
	const [one, two] = [await house.serve(0, "--local-infile"), await house.serve(1)];
	const session = await one.connect();
	await session.query("create table t (id int primary key, v varchar(200))");
	const values = Array.from({ length: 20_000 }, (_, at) => `(${at}, '${"x".repeat(100)}')`).join(", ");
	await session.query(`insert into t values ${values}`);
	const other = await two.connect();
	await until(other, "select count(*), sum(length(v)) from t", [[20_000, "2000000"]]);
	const file = join(house.folder, "rows.txt");
	writeFileSync(file, Array.from({ length: 50_000 }, (_, at) => `${100_000 + at}\t${"y".repeat(60)}\n`).join(""));
	await session.query({
		sql: `load data local infile '${file}' into table t`,
		infileStreamFactory: () => createReadStream(file),
	});
	await until(other, "select count(*) from t", [[70_000]]);
	await other.query("delete from t where id < 10000");
	await until(session, "select count(*) from t", [[60_000]]);
});

clustered("reads: fresh ones see every commit that was acknowledged anywhere, others may be one behind", async (t) => {
	const house = await House.begin(t);
	const [one, two, three] = [await house.serve(0), await house.serve(1, "--reads", "fresh"), await house.serve(2)];
	const [writer, fresh, session] = [await one.connect(), await two.connect(), await three.connect()];
	await writer.query("create table t (id int primary key, n int)");
	await writer.query("insert into t values (1, 0)");
	await until(session, "select n from t", [[0]]);
	// On an idle machine a busy server alone is ever behind.
	let isDone = false;
	const busy = await three.connect();
	const work = (async () => {
		while (!isDone) {
			await busy.query("select benchmark(20000, md5('text'))");
		}
	})();
	let [staleFresh, staleSession] = [0, 0];
	for (let n = 1; n <= 600 || (staleSession === 0 && n <= 6000); n++) {
		await writer.query(`update t set n = ${n} where id = 1`);
		const reader = n % 2 === 0 ? fresh : session;
		const [[seen]] = (await rowsOf(reader, "select n from t where id = 1")) as [[number]];
		staleFresh += reader === fresh && seen !== n ? 1 : 0;
		staleSession += reader === session && seen !== n ? 1 : 0;
	}
	isDone = true;
	await work;
	t.log(`stale reads: fresh ${staleFresh}, session ${staleSession}`);
	t.is(staleFresh, 0);
	t.true(staleSession > 0);
});

clustered(
	"a rolling upgrade: one server after the other is started again at a later release, clients at work",
	async (t) => {
		const house = await House.begin(t);
		const running: Served[] = [];
		for (const at of [0, 1, 2]) {
			running.push(await house.serve(at, "--version", "2.1.0"));
		}
		const session = await running[0]!.connect();
		for (const sql of writerTables) {
			await session.query(sql);
		}
		const writers = [0, 1, 2].map((at) => new Writer(at, () => running[at]!.mysqlPort));
		const work = Promise.all(writers.map((writer) => writer.run()));
		for (const at of [0, 1, 2]) {
			await running[at]!.stop();
			running[at] = await house.serve(at, "--version", "2.1.7");
			await delay(500);
		}
		writers.forEach((writer) => writer.stop());
		await work;
		const acknowledged = writers.flatMap((writer) => writer.acknowledged);
		for (const server of running) {
			const connection = await server.connect();
			t.deepEqual(await rowsOf(connection, "select version() like '%2.1.7%'"), [[1]]);
			await until(connection, `select count(*) from written where id in (${acknowledged.slice(-2000).join(", ")})`, [
				[Math.min(2000, acknowledged.length)],
			]);
		}
		t.log(`${acknowledged.length} inserts acknowledged`);
		t.true(acknowledged.length > 20);
	},
);
