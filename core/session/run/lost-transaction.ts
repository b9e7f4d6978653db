/**
 * Failures that roll back the whole transaction: deadlock; lock wait timeout with `innodb_rollback_on_timeout`.
 */
import { catalogue, SqlError } from "../../errors/catalogue.ts";
import type { GlobalVariables } from "../server/global-variables.ts";

const [deadlock] = catalogue.deadlock;
const [timeout] = catalogue.lockWaitTimeout;

/** The error of an XA branch whose transaction the failure rolls back. */
export function lossOf(failure: unknown, globals: GlobalVariables): "xaDeadlock" | "xaTimeout" | undefined {
	const code = failure instanceof SqlError ? failure.code : undefined;
	if (code === deadlock) {
		return "xaDeadlock";
	}
	return code === timeout && globals.read("innodb_rollback_on_timeout") === 1 ? "xaTimeout" : undefined;
}
