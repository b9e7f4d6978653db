/**
 * SQL type of a column or expression: the other half of every value, as a frozen object.
 */
export type TypeName =
	| "null"
	| "tinyint"
	| "smallint"
	| "mediumint"
	| "int"
	| "bigint"
	| "decimal"
	| "float"
	| "double"
	| "bit"
	| "year"
	| "date"
	| "time"
	| "datetime"
	| "timestamp"
	| "char"
	| "varchar"
	| "tinytext"
	| "text"
	| "mediumtext"
	| "longtext"
	| "binary"
	| "varbinary"
	| "tinyblob"
	| "blob"
	| "mediumblob"
	| "longblob"
	| "enum"
	| "set"
	| "json"
	| SpatialName;

/** Kinds of geometry by their numbers in well-known binary, from 0. A column of GEOMETRY takes any of the others. */
export const spatialNames = [
	"geometry",
	"point",
	"linestring",
	"polygon",
	"multipoint",
	"multilinestring",
	"multipolygon",
	"geometrycollection",
] as const;

export type SpatialName = (typeof spatialNames)[number];

/** A fact that all spatial types share, by their names. */
export function ofSpatialTypes<Fact>(fact: Fact): Readonly<Record<SpatialName, Fact>> {
	return Object.fromEntries(spatialNames.map((name) => [name, fact])) as Record<SpatialName, Fact>;
}

export interface SqlType {
	readonly name: TypeName;
	readonly unsigned: boolean;
	readonly zerofill: boolean;
	/**
	 * CHAR and TEXT: characters; BINARY and BLOB: bytes; integers and YEAR: display width; DECIMAL: precision in
	 * digits; BIT: bits; FLOAT and DOUBLE: display width or -1; DATE, TIME, DATETIME: characters of the printed form.
	 */
	readonly length: number;
	/**
	 * DECIMAL: digits after the point; TIME, DATETIME, TIMESTAMP: fractional digits 0 to 6; FLOAT, DOUBLE: fixed
	 * digits, or -1 for none; else 0.
	 */
	readonly scale: number;
	/** The charset's name for character types (also ENUM and SET), `binary` for all others. */
	readonly charset: string;
	/** The collation's name; `binary` for the charset `binary`. */
	readonly collation: string;
	/** ENUM and SET: the elements as byte strings in the type's charset; else empty. */
	readonly elements: readonly string[];
}

/** Families of types with the same arithmetic, comparison and storage. */
export type TypeFamily =
	| "null"
	| "integer"
	| "decimal"
	| "float"
	| "bit"
	| "temporal"
	| "text"
	| "bytes"
	| "enum"
	| "set"
	| "json";

const familyOfName: Record<TypeName, TypeFamily> = {
	null: "null",
	tinyint: "integer",
	smallint: "integer",
	mediumint: "integer",
	int: "integer",
	bigint: "integer",
	year: "integer",
	decimal: "decimal",
	float: "float",
	double: "float",
	bit: "bit",
	date: "temporal",
	time: "temporal",
	datetime: "temporal",
	timestamp: "temporal",
	char: "text",
	varchar: "text",
	tinytext: "text",
	text: "text",
	mediumtext: "text",
	longtext: "text",
	binary: "bytes",
	varbinary: "bytes",
	tinyblob: "bytes",
	blob: "bytes",
	mediumblob: "bytes",
	longblob: "bytes",
	enum: "enum",
	set: "set",
	json: "json",
	...ofSpatialTypes("bytes"),
};

/** A map, as it is asked dozens of times a plan: a property by a computed name took V8 three times as long. */
const families: ReadonlyMap<TypeName, TypeFamily> = new Map(Object.entries(familyOfName) as [TypeName, TypeFamily][]);

const spatialNameSet: ReadonlySet<TypeName> = new Set(spatialNames);

/** Geometries are bytes in expressions, and more where they are stored and in spatial functions. */
export function isSpatialType({ name }: { readonly name: TypeName }): boolean {
	return spatialNameSet.has(name);
}

/** True for TEXT, BLOB, JSON and spatial types: values of any length, which have no default. */
export function isLargeType({ name }: { readonly name: TypeName }): boolean {
	return name.endsWith("text") || name.endsWith("blob") || name === "json" || spatialNameSet.has(name);
}

export function familyOf(type: SqlType): TypeFamily {
	return families.get(type.name)!;
}

/** True for types that can be declared with a charset: CHAR, VARCHAR, TEXT, ENUM, SET. */
export function isCharacterType(type: { readonly name: TypeName }): boolean {
	const family = families.get(type.name);
	return family === "text" || family === "enum" || family === "set";
}

/** Returns a frozen type; `parts`: what differs from the defaults. */
export function sqlType(name: TypeName, parts: Partial<Omit<SqlType, "name">> = {}): SqlType {
	return Object.freeze({
		name,
		unsigned: parts.unsigned ?? false,
		zerofill: parts.zerofill ?? false,
		length: parts.length ?? defaultLength(name, parts.unsigned ?? false),
		scale: parts.scale ?? (name === "float" || name === "double" ? -1 : 0),
		charset: parts.charset ?? "binary",
		collation: parts.collation ?? "binary",
		elements: parts.elements ?? [],
	});
}

/** Returns MySQL 5.7's length of a type declared without one. */
export function defaultLength(name: TypeName, unsigned: boolean): number {
	switch (name) {
		case "tinyint":
			return unsigned ? 3 : 4;
		case "smallint":
			return unsigned ? 5 : 6;
		case "mediumint":
			return unsigned ? 8 : 9;
		case "int":
			return unsigned ? 10 : 11;
		case "bigint":
			return 20;
		case "decimal":
			return 10;
		case "year":
			return 4;
		case "date":
			return 10;
		case "time":
			return 10;
		case "datetime":
		case "timestamp":
			return 19;
		case "bit":
		case "char":
		case "binary":
			return 1;
		case "tinytext":
		case "tinyblob":
			return 255;
		case "text":
		case "blob":
			return 65535;
		case "mediumtext":
		case "mediumblob":
			return 16777215;
		case "longtext":
		case "longblob":
		case "json":
			return 4294967295;
		case "float":
		case "double":
			return -1;
		default:
			return spatialNameSet.has(name) ? 4294967295 : 0;
	}
}
