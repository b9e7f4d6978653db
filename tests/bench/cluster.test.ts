/**
 * The bench of a cluster: its event queue, its simulation beside the model of throughput, its measurements.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { measureCosts } from "../../bench/cluster/costs.ts";
import { hasEtcd } from "../../bench/cluster/etcd.ts";
import { EventQueue } from "../../bench/cluster/event-queue.ts";
import { type Costs, modelledRate } from "../../bench/cluster/model.ts";
import { simulate } from "../../bench/cluster/simulation.ts";
import { plans } from "../../bench/plan.ts";

test("events run in the order of their times, those of one time as they came, later ones included", (t) => {
	fc.assert(
		fc.property(fc.array(fc.nat(20), { maxLength: 60 }), fc.nat(25), (times, end) => {
			const queue = new EventQueue();
			const ran: (readonly [timeUs: number, order: number])[] = [];
			times.forEach((timeUs, order) =>
				queue.add(timeUs, () => {
					ran.push([timeUs, order]);
					queue.add(queue.nowUs + 3, () => ran.push([timeUs + 3, order + times.length]));
				}),
			);
			queue.runUntil(end);
			const wanted = times
				.flatMap((timeUs, order) => [[timeUs, order] as const, [timeUs + 3, order + times.length] as const])
				.filter(([timeUs]) => timeUs <= end);
			t.deepEqual([...ran].sort(byBoth), [...wanted].sort(byBoth));
			t.deepEqual(
				ran.map(([timeUs]) => timeUs),
				ran.map(([timeUs]) => timeUs).sort((one, other) => one - other),
			);
			const first = ran.filter(([, order]) => order < times.length);
			t.deepEqual(first, [...first].sort(byBoth));
		}),
		{ numRuns: 200 },
	);
});

function byBoth(one: readonly [number, number], other: readonly [number, number]): number {
	return one[0] - other[0] || one[1] - other[1];
}

const costs: Costs = { readUs: 15, askedUs: 60, appliedUs: 8, logMs: 2 };

test("with many clients and many rows the simulation comes to the rate of the model", (t) => {
	for (const servers of [1, 3, 8]) {
		const { changesPerSecond, conflicts } = simulate({
			servers,
			clients: 400,
			rows: 50_000_000,
			costs,
			seed: 7,
			seconds: 2,
		});
		const share = changesPerSecond / modelledRate(servers, 1, costs);
		t.true(share > 0.93 && share < 1.02, `${servers} servers: ${share.toFixed(3)} of the model`);
		t.true(conflicts < 0.01, `${conflicts}`);
	}
});

test("few clients wait for the log, and servers conflict on few rows", (t) => {
	const shape = { clients: 1, rows: 10, costs, seed: 3, seconds: 1 };
	const alone = simulate({ ...shape, servers: 1 });
	t.is(alone.conflicts, 0);
	t.true(Math.abs(alone.medianMs - 2.06) < 0.01, `${alone.medianMs} ms`);
	const several = simulate({ ...shape, servers: 4, clients: 8 });
	t.true(several.conflicts > 0.2, `${several.conflicts}`);
	t.true(several.p99Ms > 2 * several.medianMs);
	t.deepEqual(simulate({ ...shape, servers: 4 }), simulate({ ...shape, servers: 4 }));
});

const clustered = hasEtcd() ? test : test.skip;

clustered("costs are measured on three servers over three nodes of etcd", async (t) => {
	const directory = mkdtempSync(join(tmpdir(), "verso-cluster-"));
	t.teardown(() => rmSync(directory, { recursive: true, force: true }));
	const measured = await measureCosts({ ...plans.tiny, rounds: 1 }, directory, () => {});
	for (const [name, value] of Object.entries(measured)) {
		t.true(value > 0, `${name}: ${value}`);
	}
});
