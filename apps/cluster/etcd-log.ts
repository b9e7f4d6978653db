/**
 * Shared log that an etcd cluster keeps.
 *
 *     verso/NAME/cluster             the cluster's facts, made by `verso cluster init`
 *     verso/NAME/tail                written with each record: its revision is the last record's position
 *     verso/NAME/log/MEMBER/NUMBER   a record; its revision is its position
 *
 * A record's key is created once: an append that is repeated finds what the first one made.
 */
import { type CommitLog, LogFailure, type LogRecord, recordId } from "../../core/index.ts";
import { base64, EtcdGateway } from "./etcd-gateway.ts";
import { EtcdWatch } from "./etcd-watch.ts";
import type { LogAddress } from "./log-address.ts";

/** etcd takes requests of 1.5 MiB. */
const mostRecordBytes = 1_400_000;

/** Facts about the cluster whose log it is. */
export interface ClusterFacts {
	readonly id: string;
	/** It began with the data of a directory: none joins without a copy of it. */
	readonly hasBase: boolean;
}

interface KeyValue {
	readonly value?: string;
	readonly mod_revision: string;
}

interface RangeAnswer {
	readonly header: { readonly revision: string };
	readonly kvs?: readonly KeyValue[];
}

interface TransactionAnswer {
	readonly header: { readonly revision: string };
	readonly succeeded?: boolean;
	readonly responses?: readonly { readonly response_range?: RangeAnswer }[];
}

export class EtcdLog implements CommitLog {
	readonly mostRecordBytes = mostRecordBytes;
	readonly gateway: EtcdGateway;
	readonly #prefix: string;
	#watch: EtcdWatch | undefined;

	constructor(address: LogAddress) {
		this.gateway = new EtcdGateway(address);
		this.#prefix = `verso/${address.name}/`;
	}

	/** Undefined: none was made. */
	async cluster(): Promise<ClusterFacts | undefined> {
		const { kvs } = await this.#range("cluster");
		const value = kvs?.[0]?.value;
		return value === undefined ? undefined : (JSON.parse(Buffer.from(value, "base64").toString()) as ClusterFacts);
	}

	/** False: there is one already. */
	async makeCluster(facts: ClusterFacts): Promise<boolean> {
		const answer = await this.#create("cluster", Buffer.from(JSON.stringify(facts)), []);
		return answer.succeeded === true;
	}

	async append(bytes: Uint8Array, id: string): Promise<number> {
		const tail = { request_put: { key: this.#key("tail") } };
		const answer = await this.#create(`log/${id}`, bytes, [tail]);
		if (answer.succeeded === true) {
			this.#watch?.expect(Number(answer.header.revision));
			return Number(answer.header.revision);
		}
		return Number(answer.responses![0]!.response_range!.kvs![0]!.mod_revision);
	}

	#create(name: string, value: Uint8Array, more: readonly object[]): Promise<TransactionAnswer> {
		const key = this.#key(name);
		return this.gateway.ask<TransactionAnswer>("/v3/kv/txn", {
			compare: [{ key, target: "CREATE", result: "EQUAL", create_revision: "0" }],
			success: [{ request_put: { key, value: base64(value) } }, ...more],
			failure: [{ request_range: { key, keys_only: true } }],
		});
	}

	async follow(after: number, take: (record: LogRecord) => void, failed: (reason: LogFailure) => void): Promise<void> {
		this.#watch = new EtcdWatch(this.gateway, this.#key("log/"), this.#key("log0"), { after, take, failed });
	}

	async tail(): Promise<number> {
		const { kvs } = await this.#range("tail");
		return Number(kvs?.[0]?.mod_revision ?? 0);
	}

	async trim(upTo: number, firstNeeded: ReadonlyMap<string, number>): Promise<void> {
		for (const [member, number] of firstNeeded) {
			await this.gateway.ask("/v3/kv/deleterange", {
				key: this.#key(`log/${member}/`),
				range_end: this.#key(`log/${recordId(member, number)}`),
			});
		}
		try {
			await this.gateway.ask("/v3/kv/compaction", { revision: String(upTo) });
		} catch (failure) {
			// Compacted already, as far or farther.
			if (!(failure instanceof LogFailure)) {
				throw failure;
			}
		}
	}

	get silentMs(): number {
		return this.gateway.silentMs;
	}

	async close(): Promise<void> {
		this.gateway.close();
		this.#watch?.close();
	}

	#key(name: string): string {
		return base64(this.#prefix + name);
	}

	#range(name: string): Promise<RangeAnswer> {
		return this.gateway.ask<RangeAnswer>("/v3/kv/range", { key: this.#key(name) });
	}
}
