/**
 * Options of CHECK, REPAIR and CHECKSUM TABLE, and of the same for partitions; other maintenance has none.
 */
import type { Cursor } from "./cursor.ts";

const options: Readonly<Record<string, readonly string[]>> = {
	check: ["quick", "fast", "medium", "extended", "changed"],
	checksum: ["quick", "extended"],
	repair: ["quick", "extended", "use_frm"],
};

/** Options behind the tables' or partitions' names, in lower case. */
export function maintenanceOptions(cursor: Cursor, action: string): readonly string[] {
	const found: string[] = [];
	for (;;) {
		const option =
			action === "check" && cursor.acceptPhrase("for", "upgrade")
				? "for upgrade"
				: cursor.acceptOneOf(...(options[action] ?? []));
		if (option === undefined) {
			return found;
		}
		found.push(option);
	}
}
