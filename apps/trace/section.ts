/**
 * Sections of a trace, and the parser of a list of them.
 */
import { UsageError } from "../compose/usage-error.ts";

export const sections = ["tokens", "tree", "plan", "rules", "store", "packets"] as const;

export type Section = (typeof sections)[number];

/**
 * @param list section names with commas between; undefined: all of them
 * @throws UsageError for a name that is none, with the choices
 */
export function parseSections(list: string | undefined): readonly Section[] {
	const names = list?.split(",").map((name) => name.trim()) ?? sections;
	for (const name of names) {
		if (!(sections as readonly string[]).includes(name)) {
			throw new UsageError(`unknown section ${name}; sections are ${sections.join(", ")}`, 2);
		}
	}
	return sections.filter((section) => names.includes(section));
}
