/**
 * How an object that is made now is marked: the release, and the object version that the identity question answers.
 *
 * In: the running statement. Out: plain facts for records.
 */
import type { Birth } from "../../catalog/record.ts";
import { Identity } from "../../rules/identity.ts";
import type { Execution } from "../execution.ts";

/** Databases carry no version of their own. */
export function databaseVersion(execution: Execution): Birth {
	return { release: execution.release, objectVersion: 0 };
}

export function tableVersion(execution: Execution): Birth {
	return { release: execution.release, objectVersion: execution.book.ask(Identity).tableVersion() };
}

export function columnVersion(execution: Execution): Birth {
	return { release: execution.release, objectVersion: execution.book.ask(Identity).columnVersion() };
}
