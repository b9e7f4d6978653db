/**
 * Names of the key spaces outside of tables' contents, with the parts of a key (`store/encoding/keys.ts` draws them).
 */
import { type KeyKind, keyPartDecoder } from "../../store/encoding/key-part.ts";
import type { Key } from "../../store/contract.ts";
import { decodeText } from "../../types/value/value.ts";

interface KeySpace {
	readonly name: string;
	readonly parts: readonly (readonly [name: string, kind: KeyKind])[];
}

const spaces: Readonly<Record<number, KeySpace>> = {
	1: { name: "format stamp", parts: [] },
	2: { name: "schema version", parts: [] },
	3: { name: "next object id", parts: [] },
	4: { name: "newest schema changes", parts: [] },
	5: { name: "rights version", parts: [] },
	16: { name: "database record", parts: [["id", "integer"]] },
	17: { name: "database id", parts: [["name", "bytes"]] },
	18: { name: "table record", parts: [["table id", "integer"]] },
	19: {
		name: "table id",
		parts: [
			["database id", "integer"],
			["name", "bytes"],
		],
	},
	20: { name: "table definition version", parts: [["table id", "integer"]] },
	21: { name: "next AUTO_INCREMENT id", parts: [["table id", "integer"]] },
	22: { name: "row count", parts: [["table id", "integer"]] },
	23: { name: "view record", parts: [["id", "integer"]] },
	24: { name: "contents to sweep", parts: [] },
	25: { name: "temporary table", parts: [["table id", "integer"]] },
	32: { name: "global variable", parts: [["name", "bytes"]] },
	34: { name: "index statistics", parts: [["table id", "integer"]] },
	35: { name: "named lock", parts: [["name", "bytes"]] },
	36: { name: "prepared transaction branch", parts: [] },
	37: { name: "locked tables", parts: [] },
	126: { name: "writers", parts: [] },
	127: { name: "log lease", parts: [] },
};

/** Spaces whose key's first part is a table's id. */
const tableSpaces: readonly number[] = [18, 20, 21, 22, 25, 34];

interface NamedKey {
	readonly space: string;
	readonly parts: readonly { readonly name: string; readonly value: string }[];
	/** Of a key about one table. */
	readonly tableId: number | undefined;
	/** The value is a count of 8 bytes. */
	readonly isCount: boolean;
}

/** Returns the space and the decoded parts of a key that belongs to no table's contents. */
export function nameKey(key: Key): NamedKey {
	const code = key.charCodeAt(0);
	const space = spaces[code] ?? { name: `key space ${code.toString(16)}`, parts: [] };
	const cursor = { key, at: 1 };
	const parts: NamedKey["parts"][number][] = [];
	for (const [name, kind] of space.parts) {
		if (cursor.at >= key.length) {
			break;
		}
		const part = keyPartDecoder(kind)(cursor);
		parts.push({ name, value: typeof part === "string" ? decodeText(part) : String(part) });
	}
	const isOfTable = tableSpaces.includes(code) && parts.length > 0;
	return { space: space.name, parts, tableId: isOfTable ? Number(parts[0]?.value) : undefined, isCount: code === 22 };
}
