/**
 * A process that asks one server for rows over some connections, as fast as it answers.
 *
 * In: over the channel to its parent, what to ask, how often at once and for how long; again and again. Out: how many
 * answers came. It is a process of its own, so that the load may have a core beside another one of its kind.
 */
import { Random } from "../random.ts";
import type { Address } from "../wire/handshake.ts";
import { type Ask, askForRow, playUntil } from "../wire/ask.ts";
import { Connection } from "../wire/connection.ts";

export interface Begin {
	readonly address: Address;
	readonly connections: number;
	/** With one parameter, a number up to `rows`; without, if `rows` is 0. */
	readonly sql: string;
	readonly rows: number;
	readonly seed: number;
}

let asks: readonly Ask[] = [];

process.on("message", (message: Begin | { readonly windowMs: number } | "quit") => {
	if (message === "quit") {
		process.exit(0);
	}
	const answer = "windowMs" in message ? playUntil(asks, message.windowMs) : open(message);
	void answer.then((count) => process.send?.(count));
});

async function open({ address, connections, sql, rows, seed }: Begin): Promise<number> {
	const random = new Random(seed);
	asks = await Promise.all(
		Array.from({ length: connections }, async (): Promise<Ask> => {
			if (rows > 0) {
				return askForRow(address, sql, rows, random);
			}
			const connection = await Connection.open(address);
			return () => connection.query(sql);
		}),
	);
	return 0;
}
