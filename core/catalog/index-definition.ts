/**
 * Index records: made from index definitions and a table's columns, with MySQL's checks and free names.
 *
 * Errors 1061, 1068 to 1072, 1089, 1128, 1167, 1170, 1171, 1210, 1252, 1280, 1687, 3152. Uniqueness of rows is checked
 * by the index build.
 */
import { sqlError } from "../errors/catalogue.ts";
import type { IndexDefinition, IndexPart } from "../sql/tree/table.ts";
import { charsetNamed } from "../types/text/charset.ts";
import { isCharacterType, isLargeType, isSpatialType, type TypeName } from "../types/value/type.ts";
import { encodeText } from "../types/value/value.ts";
import { checkIndexName, fold } from "./identifier.ts";
import type { ColumnRecord, IndexPartRecord, IndexRecord } from "./record.ts";

export const primaryName = "PRIMARY";
const maximumKeys = 64;
const maximumParts = 16;
export const maximumKeyBytes = 3072;
/** Of a stored POINT: the length of a key of points that is written without one. */
const pointBytes = 25;
const maximumCommentCharacters = 1024;
/** The one full-text parser that a server of MySQL has beside the built-in one without further plugins. */
const ngramParser = "ngram";

/** An index record without id and name. */
interface IndexPlan {
	readonly definition: IndexDefinition;
	readonly parts: readonly IndexPartRecord[];
}

/**
 * Throws unless the columns can be a key of this type. The caller handles nullable columns of a primary key.
 * `shortening`: called where a part of a plain key is too long and a prefix is taken; absent: error 1071.
 */
export function planIndex(
	definition: IndexDefinition,
	columns: readonly ColumnRecord[],
	shortening?: () => void,
): IndexPlan {
	if (definition.type === "spatial" && definition.parts.length > 1) {
		throw sqlError("tooManyKeyParts", 1);
	}
	if (definition.parts.length > maximumParts) {
		throw sqlError("tooManyKeyParts", maximumParts);
	}
	if (definition.parser !== undefined && fold(definition.parser) !== ngramParser) {
		throw sqlError("functionNotDefined", encodeText(definition.parser));
	}
	if ([...(definition.comment ?? "")].length > maximumCommentCharacters) {
		throw sqlError("tooLongIndexComment", encodeText(definition.name ?? ""), maximumCommentCharacters);
	}
	const seen = new Set<number>();
	let bytes = 0;
	const parts = definition.parts.map((part) => {
		const column = columns.find(({ name }) => fold(name) === fold(part.column));
		if (column === undefined) {
			throw sqlError("keyColumnMissing", encodeText(part.column));
		}
		if (seen.has(column.id)) {
			throw sqlError("duplicateColumn", encodeText(part.column));
		}
		seen.add(column.id);
		const written = planPart(part, column, definition.type);
		const isShortened =
			definition.type === "plain" && shortening !== undefined && keyBytes(column, written.length) > maximumKeyBytes;
		if (isShortened) {
			shortening();
		}
		const planned = isShortened ? { ...written, length: longestPrefix(column) } : written;
		bytes += keyBytes(column, planned.length);
		return planned;
	});
	if (bytes > maximumKeyBytes && definition.type !== "fulltext" && definition.type !== "spatial") {
		throw sqlError("keyTooLong", maximumKeyBytes);
	}
	return { definition, parts };
}

/** Prefix lengths count characters for character types, bytes for binary ones; other types have none. */
function planPart({ length }: IndexPart, column: ColumnRecord, type: IndexDefinition["type"]): IndexPartRecord {
	const { name } = column.type;
	if ((type === "spatial" || type === "fulltext") && column.generated?.stored === false) {
		const kind = type === "spatial" ? "Spatial" : "Fulltext";
		throw sqlError("generatedUnsupported", `${kind} index on virtual generated column`);
	}
	if (type === "spatial") {
		return planSpatialPart(length, column);
	}
	if (type === "fulltext" && !isTextType(name)) {
		throw sqlError("badFulltextColumn", encodeText(column.name));
	}
	if (type === "fulltext") {
		return { columnId: column.id };
	}
	if (name === "json") {
		throw sqlError("jsonUsedAsKey", encodeText(column.name));
	}
	if (column.type.length === 0 && /^(var)?(char|binary)$/.test(name)) {
		throw sqlError("wrongKeyColumn", encodeText(column.name));
	}
	const isLong = isLargeType(column.type);
	if (length === undefined) {
		if (name === "point") {
			return { columnId: column.id, length: pointBytes };
		}
		if (isLong) {
			throw sqlError("blobKeyWithoutLength", encodeText(column.name));
		}
		return { columnId: column.id };
	}
	const isString = isLong || name === "char" || name === "varchar" || name === "binary" || name === "varbinary";
	if (!isString || (!isLong && length > column.type.length)) {
		throw sqlError("wrongSubKey");
	}
	return !isLong && length === column.type.length ? { columnId: column.id } : { columnId: column.id, length };
}

/** Counted as four doubles: the bounds of a geometry. */
function planSpatialPart(length: number | undefined, column: ColumnRecord): IndexPartRecord {
	if (length !== undefined) {
		throw sqlError("wrongSubKey");
	}
	if (!isSpatialType(column.type)) {
		throw sqlError("spatialOfOther");
	}
	if (column.nullable) {
		throw sqlError("spatialOfNull");
	}
	return { columnId: column.id };
}

function isTextType(name: TypeName): boolean {
	return name.endsWith("text") || name === "char" || name === "varchar";
}

/** In characters or bytes. */
function longestPrefix({ type, resolved }: ColumnRecord): number {
	return Math.floor(maximumKeyBytes / (isCharacterType(type) ? (charsetNamed(resolved.charset)?.maxBytes ?? 1) : 1));
}

/** The most bytes that a part takes in MySQL's counting. */
function keyBytes(column: ColumnRecord, length: number | undefined): number {
	const { name } = column.type;
	if (isCharacterType(column.type) && name !== "enum" && name !== "set") {
		return (length ?? column.type.length) * (charsetNamed(column.resolved.charset)?.maxBytes ?? 1);
	}
	return name.endsWith("binary") || isLargeType(column.type) ? (length ?? column.type.length) : 8;
}

/** Returns the record under a name that is free among the others. */
export function nameIndex(
	plan: IndexPlan,
	id: number,
	others: readonly IndexRecord[],
	columns: readonly ColumnRecord[],
): IndexRecord {
	const { definition, parts } = plan;
	if (definition.type === "primary" && others.some(({ type }) => type === "primary")) {
		throw sqlError("multiplePrimaryKeys");
	}
	if (others.length >= maximumKeys) {
		throw sqlError("tooManyKeys", maximumKeys);
	}
	return {
		id,
		name: nameOf(definition, parts, others, columns),
		type: definition.type,
		parts,
		...(definition.using === undefined ? {} : { using: definition.using }),
		...(definition.parser === undefined ? {} : { parser: fold(definition.parser) }),
		comment: definition.comment ?? "",
	};
}

function nameOf(
	definition: IndexDefinition,
	parts: readonly IndexPartRecord[],
	others: readonly IndexRecord[],
	columns: readonly ColumnRecord[],
): string {
	if (definition.type === "primary") {
		return primaryName;
	}
	const taken = new Set(others.map(({ name }) => fold(name)));
	const written = definition.name ?? definition.constraint;
	if (written !== undefined) {
		checkIndexName(written);
		if (taken.has(fold(written))) {
			throw sqlError("duplicateKeyName", encodeText(written));
		}
		return written;
	}
	const first = columns.find(({ id }) => id === parts[0]?.columnId)?.name ?? "";
	return freeName(first, taken);
}

/** The first column's name, with the first free number from 2 on if it is taken. */
function freeName(base: string, taken: ReadonlySet<string>): string {
	if (!taken.has(fold(base)) && fold(base) !== "primary") {
		return base;
	}
	for (let number = 2; ; number++) {
		const name = `${base}_${number}`;
		if (!taken.has(fold(name))) {
			return name;
		}
	}
}

/** Throws 1075 unless there is at most one AUTO_INCREMENT column, and it begins a key. */
export function checkAutoIncrement(columns: readonly ColumnRecord[], indexes: readonly IndexRecord[]): void {
	const counted = columns.filter(({ autoIncrement }) => autoIncrement);
	const first = counted[0];
	if (first === undefined) {
		return;
	}
	if (counted.length > 1 || !indexes.some(({ parts }) => parts[0]?.columnId === first.id)) {
		throw sqlError("wrongAutoKey");
	}
}
