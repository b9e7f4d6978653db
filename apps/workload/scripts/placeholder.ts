/**
 * Placeholders of Flyway's scripts: `${name}` gets the value that is given for it.
 */
import type { Rewrite } from "./script-file.ts";

const placeholder = /\$\{([^${}]+)\}/g;

/** A statement with a placeholder that has no value is not judged. Names and values are text. */
export function placeholderRewrite(values: Readonly<Record<string, string>>): Rewrite {
	const byName = new Map(
		Object.entries(values).map(([name, value]) => [name.toLowerCase(), Buffer.from(value, "utf8").toString("latin1")]),
	);
	return (text) => {
		const missing = new Set<string>();
		const filled = text.replace(placeholder, (whole: string, bytes: string) => {
			const name = Buffer.from(bytes, "latin1").toString("utf8");
			const value = byName.get(name.toLowerCase());
			if (value === undefined) {
				missing.add(whole);
			}
			return value ?? whole;
		});
		if (missing.size === 0) {
			return { text: filled };
		}
		const names = Buffer.from([...missing].join(", "), "latin1").toString("utf8");
		return { text, notJudged: `no value is given for ${names}` };
	};
}
