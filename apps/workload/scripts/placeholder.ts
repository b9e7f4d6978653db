/**
 * Placeholders of Flyway's scripts: `${name}` gets the value that is given for it, or Flyway's own.
 */
import { basename } from "node:path";
import type { Rewrite } from "./script-file.ts";

const placeholder = /\$\{([^${}]+)\}/g;

/** Values that Flyway itself has for a script; those of its connection, its user and its clock are not known here. */
export function flywayValues(path: string, database: string | undefined): Readonly<Record<string, string>> {
	return {
		"flyway:filename": basename(path).replace(/\.gz$/i, ""),
		"flyway:table": "flyway_schema_history",
		...(database === undefined ? {} : { "flyway:defaultSchema": database, "flyway:database": database }),
	};
}

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
		const names = [...missing].map((each) => Buffer.from(each, "latin1").toString("utf8"));
		const options = names.map((each) => `--placeholder ${each.slice(2, -1)}=VALUE`);
		return { text, notJudged: `no value is given for ${names.join(", ")}: ${options.join(" ")}` };
	};
}
