/**
 * ALGORITHM and LOCK of ALTER TABLE, CREATE INDEX and DROP INDEX. Throws 1800 and 1801 for unknown words.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { OnlineOption } from "../../tree/table.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { skipEquals } from "../cursor/name.ts";

const values = {
	algorithm: ["default", "inplace", "copy"],
	lock: ["default", "none", "shared", "exclusive"],
};

export function onlineOption(cursor: Cursor): OnlineOption | undefined {
	const option = cursor.acceptOneOf("algorithm", "lock");
	if (option === undefined) {
		return undefined;
	}
	skipEquals(cursor);
	const written = cursor.accept("default") ? "default" : cursor.name();
	const value = written.toLowerCase();
	if (!values[option].includes(value)) {
		throw sqlError(option === "algorithm" ? "unknownAlgorithm" : "unknownLockType", encodeText(written));
	}
	return { change: "online", option, value };
}

/** The options behind CREATE and DROP INDEX: several, without commas. */
export function onlineOptions(cursor: Cursor): { readonly online?: readonly OnlineOption[] } {
	const online: OnlineOption[] = [];
	for (let option = onlineOption(cursor); option !== undefined; option = onlineOption(cursor)) {
		online.push(option);
	}
	return online.length === 0 ? {} : { online };
}
