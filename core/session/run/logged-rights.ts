/**
 * Internal statements that log which rows of the grant tables their commit changes (`../privileges/rights-log.ts`).
 */
import { after } from "../../async/maybe-promise.ts";
import { logWrittenRights } from "../privileges/rights-log.ts";
import type { BeginOwn } from "./autocommit-statement.ts";

export function loggingRights(begin: BeginOwn): BeginOwn {
	return (own) =>
		after(begin(own), (outcome) => after(logWrittenRights(own.transaction, own.plan?.written ?? []), () => outcome));
}
