/**
 * Decodes a key that is neither row nor index entry: its key space and the parts of the key.
 */
import { keyPartDecoder } from "../../store/encoding/key-part.ts";
import { keySpaceOf } from "../../store/encoding/key-space.ts";
import { spaces } from "../../store/encoding/keys.ts";
import type { Key } from "../../store/contract.ts";
import { decodeText } from "../../types/value/value.ts";

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
	const space = keySpaceOf(key);
	const cursor = { key, at: 1 };
	const parts: NamedKey["parts"][number][] = [];
	for (const [name, kind] of space?.parts ?? []) {
		if (cursor.at >= key.length) {
			break;
		}
		const part = keyPartDecoder(kind)(cursor);
		parts.push({ name, value: typeof part === "string" ? decodeText(part) : String(part) });
	}
	return {
		space: space?.name ?? `key space ${key.charCodeAt(0).toString(16)}`,
		parts,
		tableId: space?.isOfTable === true && parts.length > 0 ? Number(parts[0]?.value) : undefined,
		isCount: key.startsWith(spaces.rowCounts),
	};
}
