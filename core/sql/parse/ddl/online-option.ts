/**
 * ALGORITHM and LOCK of ALTER TABLE, CREATE INDEX and DROP INDEX: they have no effect. Throws 1800 and 1801 for unknown
 * words.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { AlterChange } from "../../tree/table.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { skipEquals } from "../cursor/name.ts";

const values = {
	algorithm: ["default", "inplace", "copy", "instant"],
	lock: ["default", "none", "shared", "exclusive"],
};

export function onlineOption(cursor: Cursor): Extract<AlterChange, { readonly change: "hint" }> | undefined {
	const name = cursor.acceptOneOf("algorithm", "lock");
	if (name === undefined) {
		return undefined;
	}
	skipEquals(cursor);
	const written = cursor.accept("default") ? "default" : cursor.name();
	const value = written.toLowerCase();
	if (!values[name].includes(value)) {
		throw sqlError(name === "algorithm" ? "unknownAlgorithm" : "unknownLockType", encodeText(written));
	}
	return { change: "hint", name, value };
}
