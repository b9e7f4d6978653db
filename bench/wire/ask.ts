/**
 * Questions asked side by side, each again when it is answered, until time is up.
 *
 * In: what to ask, one for each connection. Out: how many answers came; at least one of each.
 */
import type { Random } from "../random.ts";
import { Connection } from "./connection.ts";
import type { Address } from "./handshake.ts";

export type Ask = () => Promise<unknown>;

/** A prepared statement on a connection of its own, with one parameter: a number up to `rows`. */
export async function askForRow(address: Address, sql: string, rows: number, random: Random): Promise<Ask> {
	const call = await (await Connection.open(address)).prepare(sql);
	return () => call(random.between(1, rows));
}

export async function playUntil(asks: readonly Ask[], windowMs: number): Promise<number> {
	const end = performance.now() + windowMs;
	let count = 0;
	await Promise.all(
		asks.map(async (ask) => {
			do {
				await ask();
				count++;
			} while (performance.now() < end);
		}),
	);
	return count;
}
