/**
 * Clock and chance of a database: `now` and `seed`.
 */
import test from "ava";
import { type Database, open } from "../../apps/embed/index.ts";

async function drawn(db: Database): Promise<unknown> {
	const [row] = await db.query(
		"select rand() a, rand(3) b, uuid() c, uuid() d, uuid_short() e, hex(random_bytes(4)) f, rand() g",
	);
	return row;
}

test("a seed decides RAND(), UUID(), UUID_SHORT() and RANDOM_BYTES()", async (t) => {
	await using one = await open({ seed: 7 });
	await using same = await open({ seed: 7 });
	await using other = await open({ seed: 8 });
	const first = (await drawn(one)) as Record<string, unknown>;
	t.deepEqual(await drawn(same), first);
	const second = await drawn(one);
	t.notDeepEqual(second, first);
	t.notDeepEqual(await drawn(other), first);
	t.not(first["a"], first["g"]);
	t.not(first["c"], first["d"]);
	t.regex(String(first["c"]), /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-8000-010000000000$/);
	t.deepEqual(await drawn(same), second);
});

test("a seed decides the ids of rows without a primary key, too", async (t) => {
	const states = await Promise.all(
		[7, 7, 8].map(async (seed) => {
			await using db = await open({ seed, now: () => 0 });
			await db.run("create table t (a int); insert into t values (1), (2)");
			const bytes = Buffer.from(await db.save());
			return bytes.subarray(bytes.indexOf("\x40", bytes.indexOf("versobytes1\n"))).toString("latin1");
		}),
	);
	t.is(states[0], states[1]);
	t.not(states[0], states[2]);
});

test("RAND() of a seed is spread evenly", async (t) => {
	await using db = await open({ seed: -1 });
	await db.run("create table t (a double); insert into t values (0)");
	for (let at = 0; at < 12; at++) {
		await db.query("insert into t select rand() from t");
	}
	const [row] = await db.query<{ least: number; most: number; mean: number; n: number }>(
		"select min(a) least, max(a) most, avg(a) mean, count(distinct a) n from t",
	);
	t.true(row!.least >= 0 && row!.most < 1 && Math.abs(row!.mean - 0.5) < 0.03, JSON.stringify(row));
	t.is(row!.n, 4096);
});

test("snapshots take chance along: restore goes back, forks go on, or have their own", async (t) => {
	await using db = await open({ seed: 1 });
	await drawn(db);
	const snapshot = await db.snapshot();
	const next = await drawn(db);
	await db.restore(snapshot);
	t.deepEqual(await drawn(db), next);
	await using fork = await open({ from: snapshot });
	t.deepEqual(await drawn(fork), next);
	await using newer = await open({ from: snapshot, version: "2.1.0" });
	t.deepEqual(await drawn(newer), next);
	await using own = await open({ from: snapshot, seed: 1 });
	await using anew = await open({ seed: 1 });
	t.deepEqual(await drawn(own), await drawn(anew));
	await using plain = await open();
	const unseeded = await plain.snapshot();
	await using seeded = await open({ from: unseeded, seed: 5 });
	const first = await drawn(seeded);
	await seeded.restore(unseeded);
	t.deepEqual(await drawn(seeded), first);
});

test("now is the time of NOW(), SYSDATE(), defaults and events, and may move", async (t) => {
	let at = Date.parse("2026-01-02T03:04:05.678Z");
	await using db = await open({ now: () => at, variables: { time_zone: "+00:00" } });
	await db.run(
		"create table t (a int, b timestamp(3) not null default current_timestamp(3)); insert into t (a) values (1)",
	);
	const asked = "select now(3) + '' n, sysdate(3) + '' s, curdate() + '' d, unix_timestamp() u, b + '' b from t";
	const text = asked.replaceAll(/(\S+) \+ ''/g, "cast($1 as char)");
	t.deepEqual(
		[...(await db.query(text))],
		[
			{
				n: "2026-01-02 03:04:05.678",
				s: "2026-01-02 03:04:05.678",
				d: "2026-01-02",
				u: 1767323045,
				b: "2026-01-02 03:04:05.678",
			},
		],
	);
	at += 86_400_000;
	t.like((await db.query(text))[0], { n: "2026-01-03 03:04:05.678", s: "2026-01-03 03:04:05.678" });
});
