/**
 * The log that etcd keeps: repeats, order, trimming, a node that hangs, accounts, TLS.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { EtcdLog } from "../../apps/cluster/etcd-log.ts";
import { parseLogAddress } from "../../apps/cluster/log-address.ts";
import { LogFailure } from "../../core/index.ts";
import { temporaryFolder } from "../cli/program.ts";
import { hasEtcd } from "../../bench/cluster/etcd.ts";
import { startEtcd } from "./etcd.ts";

const clustered = hasEtcd() ? test.serial : test.skip;

function open(t: ExecutionContext, address: string): EtcdLog {
	const log = new EtcdLog(parseLogAddress(address, {}));
	t.teardown(() => log.close());
	return log;
}

const idOf = (number: number): string => `m/${String(number).padStart(12, "0")}`;

/** The texts that come within some seconds, until there are as many as wanted. */
async function follow(log: EtcdLog, after: number, wanted: number): Promise<string[]> {
	const texts: string[] = [];
	await log.follow(
		after,
		({ bytes }) => texts.push(Buffer.from(bytes).toString()),
		({ message }) => texts.push(message),
	);
	for (let tries = 0; texts.length < wanted && tries < 200; tries++) {
		await delay(50);
	}
	return texts;
}

clustered("records come once each, in order; trimmed ones are gone for who has not got them", async (t) => {
	const etcd = await startEtcd(t);
	const log = open(t, etcd.address("x"));
	t.is(await log.tail(), 0);
	const positions: number[] = [];
	for (let number = 1; number <= 10; number++) {
		positions.push(await log.append(Buffer.from(`r${number}`), idOf(number)));
	}
	t.deepEqual(
		positions,
		[...positions].sort((one, other) => one - other),
	);
	t.is(await log.append(Buffer.from("r4"), idOf(4)), positions[3], "appended again, it is where it was");
	t.is(await log.tail(), positions[9]);
	const all = Array.from({ length: 10 }, (_, at) => `r${at + 1}`);
	t.deepEqual(await follow(open(t, etcd.address("x")), 0, 10), all);
	await log.trim(positions[4]!, new Map([["m", 6]]));
	t.is(await log.tail(), positions[9]);
	t.deepEqual(await follow(open(t, etcd.address("x")), positions[4]!, 5), all.slice(5));
	t.regex((await follow(open(t, etcd.address("x")), positions[0]!, 1))[0] ?? "", /no longer has .* join it anew/);
	t.deepEqual(await follow(open(t, etcd.address("other")), 0, 0), []);
	await t.throwsAsync(log.append(Buffer.alloc(3_000_000), idOf(11)), {
		instanceOf: LogFailure,
		message: /larger than max|too large/,
	});
});

clustered("a node that hangs is passed over, and records still come", async (t) => {
	const etcd = await startEtcd(t);
	const log = open(t, etcd.address("x"));
	const texts: string[] = [];
	await log.follow(
		0,
		({ bytes }) => texts.push(Buffer.from(bytes).toString()),
		() => {},
	);
	await log.append(Buffer.from("before"), idOf(1));
	etcd.stop(0);
	const began = performance.now();
	await log.append(Buffer.from("after"), idOf(2));
	t.true(performance.now() - began < 15_000);
	for (let tries = 0; texts.length < 2 && tries < 200; tries++) {
		await delay(50);
	}
	t.deepEqual(texts, ["before", "after"]);
	t.is(log.silentMs, 0);
	etcd.startAgain(0);
});

clustered("an account with its password; a wrong one is refused at once", async (t) => {
	const etcd = await startEtcd(t);
	await etcd.ask(0, "/v3/auth/user/add", { name: "root", password: "secret" });
	await etcd.ask(0, "/v3/auth/user/grant", { user: "root", role: "root" });
	await etcd.ask(0, "/v3/auth/role/add", { name: "root" });
	await etcd.ask(0, "/v3/auth/user/grant", { user: "root", role: "root" });
	t.not(await etcd.ask(0, "/v3/auth/enable", {}), undefined);
	const withAccount = (account: string): string => etcd.address("x").replace("//", `//${account}@`);
	const log = open(t, withAccount("root:secret"));
	t.true((await log.append(Buffer.from("record"), idOf(1))) > 0);
	t.deepEqual(await follow(log, 0, 1), ["record"]);
	await t.throwsAsync(open(t, withAccount("root:wrong")).tail(), { message: /etcd refuses/ });
	await t.throwsAsync(open(t, etcd.address("x")).tail(), { message: /etcd refuses/ });
});

const secured = hasEtcd() && spawnSync("openssl", ["version"]).status === 0 ? test.serial : test.skip;

secured("TLS: with the authority's certificate, and not without", async (t) => {
	const folder = temporaryFolder(t);
	const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
	const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"];
	const made = spawnSync("openssl", [...words, "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert]);
	t.is(made.status, 0);
	const etcd = await startEtcd(t, { tls: { cert, key } });
	const secure = etcd.address("x").replace("etcd:", "etcds:");
	const log = open(t, `${secure}?ca=${cert}`);
	await log.append(Buffer.from("record"), idOf(1));
	t.deepEqual(await follow(log, 0, 1), ["record"]);
	const distrustful = open(t, secure);
	void distrustful.tail().catch(() => {});
	for (let tries = 0; distrustful.silentMs === 0 && tries < 100; tries++) {
		await delay(50);
	}
	t.regex(distrustful.gateway.lastFailure, /certificate/);
});
