/**
 * Three nodes of etcd for a test, which end with it.
 */
import type { ExecutionContext } from "ava";
import { Etcd } from "../../bench/cluster/etcd.ts";
import { longestRun } from "../longest-run.ts";

export async function startEtcd(t: ExecutionContext, wish?: Parameters<typeof Etcd.start>[1]): Promise<Etcd> {
	const etcd = await Etcd.start(longestRun, wish);
	t.teardown(() => etcd.close());
	return etcd;
}
