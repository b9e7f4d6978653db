/**
 * A machine that the network parts from the two others: its server reads and does not write, theirs go on, and nothing
 * that was acknowledged is lost when it is back.
 *
 * Each machine is a network namespace with a node of etcd and a server, which clients reach by its socket file.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { type Connection, createConnection } from "mysql2/promise";
import { hasEtcd } from "../../bench/cluster/etcd.ts";
import { runVerso, serveVerso, temporaryFolder } from "../cli/program.ts";
import { startEtcd } from "./etcd.ts";
import { failureOf, rowsOf, type Served, until } from "./house.ts";
import { hasNamespaces, Machines } from "./machines.ts";

const mostTries = 60;
const pauseMs = 250;
const rounds = 2;

const isMade = (failure: string): boolean => failure === "none";

/** Tries until the answer is as it should be, or often enough; returns the last one. */
async function again<T>(work: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
	let answer = await work();
	for (let tries = 0; !isDone(answer) && tries < mostTries; tries++) {
		await delay(pauseMs);
		answer = await work();
	}
	return answer;
}

const title = "a machine parted from the others reads, does not write, and loses nothing when it is back";

if (hasEtcd() && !hasNamespaces()) {
	test(title, (t) => {
		t.log("this machine allows no network namespaces: partitions were not played");
		t.pass();
	});
} else {
	const parted = hasEtcd() ? test.serial : test.skip;
	parted(title, async (t) => {
		const machines = new Machines(t);
		const folder = temporaryFolder(t);
		const all = [0, 1, 2];
		const places = all.map((at) => ({ host: machines.addressOf(at), within: machines.within(at) }));
		const etcd = await startEtcd(t, { places });
		const address = etcd.address("parted");
		const begun = await again(
			() => runVerso(["cluster", "init", "--log", address], { within: machines.within(0) }),
			({ exitCode }) => exitCode === 0,
		);
		t.is(begun.exitCode, 0, begun.stderr);
		const running: Served[] = [];
		const connections: Connection[] = [];
		const serve = async (at: number): Promise<void> => {
			const socket = join(folder, `s${at}`);
			const words = ["--log", address, "--data-dir", join(folder, `d${at}`), "--socket", socket, "--warm-up", "off"];
			running[at] = await serveVerso(t, words, { within: machines.within(at) });
			const connection = await createConnection({ socketPath: socket, user: "root", database: "test" });
			connection.on("error", () => {});
			t.teardown(() => connection.destroy());
			connections[at] = connection;
		};
		for (const at of all) {
			await serve(at);
		}
		await connections[0]!.query("create table written (id int primary key)");
		const acknowledged: number[] = [];
		const unknown = new Set<number>();
		let id = 0;
		const insert = async (at: number): Promise<string> => {
			id++;
			const failure = await failureOf(connections[at]!.query(`insert into written values (${id})`));
			if (failure === "none") {
				acknowledged.push(id);
			} else if (failure.startsWith("9002")) {
				unknown.add(id);
			}
			return failure;
		};
		for (const at of all) {
			await until(connections[at]!, "select count(*) from written", [[acknowledged.length]]);
			t.is(await insert(at), "none");
		}
		for (let round = 0; round < rounds; round++) {
			const alone = round % all.length;
			const others = all.filter((at) => at !== alone);
			machines.cut(alone);
			t.regex(await insert(alone), /^900[12] /, "the parted server acknowledges nothing");
			const read = (await rowsOf(connections[alone]!, "select count(*) from written")) as [[number]];
			t.true(read[0][0] >= 3, "it serves reads");
			for (const at of others) {
				const failure = await again(() => insert(at), isMade);
				t.is(failure, "none", "the others go on");
			}
			machines.join(alone);
			const failure = await again(
				() => insert(alone),
				(each) => !/^900[12] /.test(each),
			);
			if (failure !== "none") {
				// It was not heard of for so long that the others have put it out: it ends, and is started again.
				const { stderr } = await running[alone]!.stop();
				t.regex(stderr, /put it out: start it again/, stderr);
				await serve(alone);
				t.is(await insert(alone), "none", "the parted server writes again");
			}
		}
		const [[count]] = (await rowsOf(connections[0]!, "select count(*) from written")) as [[number]];
		for (const at of all) {
			await until(connections[at]!, "select count(*) from written", [[count]]);
			const there = new Set((await rowsOf(connections[at]!, "select id from written")).map(([each]) => each as number));
			t.deepEqual(
				acknowledged.filter((each) => !there.has(each)),
				[],
				"lost",
			);
			t.deepEqual(
				[...there].filter((each) => !acknowledged.includes(each) && !unknown.has(each)),
				[],
				"refused, and there",
			);
		}
		t.log(`${acknowledged.length} inserts acknowledged, ${unknown.size} unknown, ${count} there`);
	});
}
