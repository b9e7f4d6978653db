/**
 * One peer at work: its connections.
 *
 * In: a peer. Out: connections, opened as they are needed and kept for the next cell.
 */
import type { Peer } from "./peer/peer.ts";
import type { Plan } from "./plan.ts";
import { Connection } from "./wire/connection.ts";

export class Station {
	readonly peer: Peer;
	readonly plan: Plan;
	#open: Connection[] = [];

	constructor(peer: Peer, plan: Plan) {
		this.peer = peer;
		this.plan = plan;
	}

	/** A database of the bench's own, empty. */
	async clear(): Promise<void> {
		const connection = await Connection.open({ ...this.peer.address, database: "" });
		await connection.query("DROP DATABASE IF EXISTS verso_bench");
		await connection.query("CREATE DATABASE verso_bench");
		connection.quit();
	}

	async connections(count: number): Promise<readonly Connection[]> {
		while (this.#open.length < count) {
			this.#open.push(await Connection.open(this.peer.address));
		}
		return this.#open.slice(0, count);
	}

	async connection(): Promise<Connection> {
		return (await this.connections(1))[0] as Connection;
	}

	/** After an error the state of the connections is unknown. */
	quit(): void {
		for (const connection of this.#open) {
			connection.quit();
		}
		this.#open = [];
	}
}
