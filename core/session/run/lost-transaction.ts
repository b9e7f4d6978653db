/**
 * Failures that take the whole transaction with them, not only the statement: a deadlock, and with
 * `innodb_rollback_on_timeout` a wait that was too long.
 *
 * In: a failure, and the server's variables. Out: yes or no.
 */
import { catalogue, SqlError } from "../../errors/catalogue.ts";
import type { GlobalVariables } from "../server/global-variables.ts";

const [deadlock] = catalogue.deadlock;
const [timeout] = catalogue.lockWaitTimeout;

export function losesTransaction(failure: unknown, globals: GlobalVariables): boolean {
	return (
		failure instanceof SqlError &&
		(failure.code === deadlock || (failure.code === timeout && globals.read("innodb_rollback_on_timeout") === 1))
	);
}
