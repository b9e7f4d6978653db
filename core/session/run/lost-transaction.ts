/**
 * Failures that roll back the whole transaction: deadlock; lock wait timeout with `innodb_rollback_on_timeout`.
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
