/**
 * A second server on the same file: plays its task and tells what was done.
 *
 * In: a message of its parent: a file, a task, a fault. Out: transactions, in bundles, and the end.
 */
import { play } from "./player.ts";
import type { Transaction } from "./record.ts";
import { openServer, type Order } from "./server.ts";

const bundle = 500;

process.on("message", (order: Order) => {
	void work(order).then(() => process.disconnect(), (failure: unknown) => {
		process.send?.({ failure: String(failure) });
		process.exitCode = 1;
		process.disconnect();
	});
});

async function work(order: Order): Promise<void> {
	const kernel = await openServer(order);
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
