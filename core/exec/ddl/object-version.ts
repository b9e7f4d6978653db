/**
 * Creation mark of new objects: the release, and the object version that the identity question answers.
 */
import type { Birth } from "../../catalog/record.ts";
import { Identity } from "../../rules/identity.ts";
import type { Execution } from "../execution.ts";

/** Databases have no object version. */
export function databaseVersion(execution: Execution): Birth {
	return { release: execution.release, objectVersion: 0 };
}

export function tableVersion(execution: Execution): Birth {
	return { release: execution.release, objectVersion: execution.book.ask(Identity).tableVersion() };
}

export function columnVersion(execution: Execution): Birth {
	return { release: execution.release, objectVersion: execution.book.ask(Identity).columnVersion() };
}
