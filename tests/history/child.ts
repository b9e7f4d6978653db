/**
 * A second server on the same file, as a child process: plays its task and sends its transactions.
 */
import { once } from "node:events";
import { play } from "./player.ts";
import type { Transaction } from "./record.ts";
import { openServer, type Order } from "./server.ts";

const bundle = 500;

process.once("message", (order: Order) => {
	void work(order).then(
		() => process.send?.({ isDone: true }),
		(failure: unknown) => process.send?.({ failure: String(failure) }),
	);
});

async function work(order: Order): Promise<void> {
	const kernel = await openServer(order);
	const beginning = once(process, "message");
	process.send?.({ isReady: true });
	await beginning;
	let transactions: Transaction[] = [];
	await play(kernel, order.task, (transaction) => {
		transactions.push(transaction);
		if (transactions.length === bundle) {
			process.send?.({ transactions });
			transactions = [];
		}
	});
	process.send?.({ transactions });
	await kernel.close(0);
}
