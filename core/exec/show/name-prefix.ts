/**
 * Literal beginning of a SHOW statement's LIKE pattern, so that nothing is computed of what has another.
 *
 * Why: frameworks ask for one table or variable at a time. Of five hundred variables all were read, made a row and
 * compared with the pattern: SHOW VARIABLES LIKE 'sql_mode' and the like cost a millisecond.
 */
import { isAscii } from "../../types/text/utf8.ts";

/** Whether a name may match: `false` is certain, as names are compared without regard to letter case. */
type NameFilter = (name: string) => boolean;

/** Ends a literal beginning: wildcards, and what escapes them in most modes. */
const special = /[%_\\]/;

export function nameFilter(pattern: string | undefined): NameFilter {
	const beginning = pattern?.split(special, 1)[0]?.toLowerCase() ?? "";
	return beginning === "" || !isAscii(beginning)
		? () => true
		: (name) => !isAscii(name) || name.slice(0, beginning.length).toLowerCase() === beginning;
}
