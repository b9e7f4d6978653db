/**
 * Statements of the definer, in a cycle: each with the state of the tables that it makes.
 *
 * A table as `columns/indexes/rows/partitions/foreign keys`; a view has columns and rows.
 */
export interface DefinitionStep {
	readonly sql: string;
	/** The new state of each named object; null: removed. */
	readonly change: Readonly<Record<string, string | null>>;
}

const rowCount = 400;
const rows = Array.from({ length: rowCount }, (_, at) => `(${at + 1}, 'row ${at % 37}', ${at * 3})`).join(", ");

const shapes: readonly DefinitionStep[] = [
	{
		sql: "CREATE TABLE shape (a INT NOT NULL, b VARCHAR(40), c INT, PRIMARY KEY (a))",
		change: { shape: "a,b,c/PRIMARY/0//" },
	},
	{ sql: `INSERT INTO shape VALUES ${rows}`, change: { shape: `a,b,c/PRIMARY/${rowCount}//` } },
	{ sql: "ALTER TABLE shape ADD INDEX on_b (b)", change: { shape: `a,b,c/PRIMARY,on_b/${rowCount}//` } },
	{ sql: "ALTER TABLE journal ADD INDEX extra (body(9))", change: { "journal extra": "extra" } },
	{
		sql: "ALTER TABLE shape ADD COLUMN d INT NOT NULL DEFAULT 7",
		change: { shape: `a,b,c,d/PRIMARY,on_b/${rowCount}//` },
	},
	{ sql: "ALTER TABLE shape ADD UNIQUE on_c (c)", change: { shape: `a,b,c,d/PRIMARY,on_b,on_c/${rowCount}//` } },
	{ sql: "ALTER TABLE shape DROP PRIMARY KEY", change: { shape: `a,b,c,d/on_b,on_c/${rowCount}//` } },
	{ sql: "ALTER TABLE cells ADD INDEX extra (filler, version)", change: { "cells extra": "extra" } },
	{
		sql: "ALTER TABLE shape MODIFY c VARCHAR(20) NOT NULL, MODIFY a BIGINT NOT NULL",
		change: { shape: `a,b,c,d/on_b,on_c/${rowCount}//` },
	},
	{ sql: "ALTER TABLE shape CONVERT TO CHARACTER SET utf8mb4", change: { shape: `a,b,c,d/on_b,on_c/${rowCount}//` } },
	{ sql: "ALTER TABLE bulk ADD INDEX extra (v, batch)", change: { "bulk extra": "extra" } },
	{ sql: "RENAME TABLE shape TO shaped", change: { shape: null, shaped: `a,b,c,d/on_b,on_c/${rowCount}//` } },
	{ sql: "ALTER TABLE shaped ADD PRIMARY KEY (a)", change: { shaped: `a,b,c,d/PRIMARY,on_b,on_c/${rowCount}//` } },
	{ sql: "ALTER TABLE shaped DROP COLUMN d", change: { shaped: `a,b,c/PRIMARY,on_b,on_c/${rowCount}//` } },
	{ sql: "ALTER TABLE journal DROP INDEX extra", change: { "journal extra": null } },
	{ sql: "ALTER TABLE shaped DROP INDEX on_b", change: { shaped: `a,b,c/PRIMARY,on_c/${rowCount}//` } },
	{ sql: "TRUNCATE TABLE shaped", change: { shaped: "a,b,c/PRIMARY,on_c/0//" } },
	{ sql: "DROP TABLE shaped", change: { shaped: null } },
	{ sql: "ALTER TABLE bulk DROP INDEX extra", change: { "bulk extra": null } },
	{ sql: "ALTER TABLE cells DROP INDEX extra", change: { "cells extra": null } },
];

/** Rows by the remainder of `a`: 80 for each value of `r`. */
const slices = Array.from({ length: rowCount }, (_, at) => `(${at + 1}, ${(at + 1) % 5})`).join(", ");

const partitions: readonly DefinitionStep[] = [
	{
		sql:
			"CREATE TABLE sliced (a INT NOT NULL, r INT NOT NULL, PRIMARY KEY (a, r)) PARTITION BY LIST (r) (" +
			"PARTITION one VALUES IN (0, 1), PARTITION two VALUES IN (2, 3), PARTITION three VALUES IN (4))",
		change: { sliced: "a,r/PRIMARY/0/one,two,three/" },
	},
	{ sql: `INSERT INTO sliced VALUES ${slices}`, change: { sliced: "a,r/PRIMARY/400/one,two,three/" } },
	{
		sql: "ALTER TABLE sliced ADD COLUMN twice INT AS (a * 2) STORED",
		change: { sliced: "a,r,twice/PRIMARY/400/one,two,three/" },
	},
	{
		sql: "ALTER TABLE sliced ADD COLUMN half INT AS (a DIV 2) VIRTUAL, ADD INDEX on_half (half), ADD INDEX on_twice (twice)",
		change: { sliced: "a,r,twice,half/PRIMARY,on_half,on_twice/400/one,two,three/" },
	},
	{
		sql: "ALTER TABLE sliced DROP PARTITION two",
		change: { sliced: "a,r,twice,half/PRIMARY,on_half,on_twice/240/one,three/" },
	},
	{ sql: "ALTER TABLE ranged ADD INDEX extra (k, body)", change: { "ranged extra": "extra" } },
	{
		sql: "ALTER TABLE sliced ADD PARTITION (PARTITION four VALUES IN (2, 3))",
		change: { sliced: "a,r,twice,half/PRIMARY,on_half,on_twice/240/one,three,four/" },
	},
	{
		sql:
			"ALTER TABLE sliced REORGANIZE PARTITION one INTO (PARTITION five VALUES IN (0), " +
			"PARTITION six VALUES IN (1))",
		change: { sliced: "a,r,twice,half/PRIMARY,on_half,on_twice/240/five,six,three,four/" },
	},
	{
		sql: "ALTER TABLE sliced TRUNCATE PARTITION three",
		change: { sliced: "a,r,twice,half/PRIMARY,on_half,on_twice/160/five,six,three,four/" },
	},
	{
		sql: "ALTER TABLE sliced MODIFY twice BIGINT AS (a * 2 + 1) STORED, RENAME INDEX on_twice TO on_more",
		change: { sliced: "a,r,twice,half/PRIMARY,on_half,on_more/160/five,six,three,four/" },
	},
	{
		sql: "ALTER TABLE sliced REMOVE PARTITIONING",
		change: { sliced: "a,r,twice,half/PRIMARY,on_half,on_more/160//" },
	},
	{ sql: "DROP TABLE sliced", change: { sliced: null } },
	{ sql: "ALTER TABLE ranged DROP INDEX extra", change: { "ranged extra": null } },
];

const owners = Array.from({ length: 60 }, (_, at) => `(${at + 1})`).join(", ");
const owned = Array.from({ length: 180 }, (_, at) => `(${at + 1}, ${(at % 60) + 1})`).join(", ");

const foreignKeys: readonly DefinitionStep[] = [
	{ sql: "CREATE TABLE owner (id INT PRIMARY KEY)", change: { owner: "id/PRIMARY/0//" } },
	{ sql: `INSERT INTO owner VALUES ${owners}`, change: { owner: "id/PRIMARY/60//" } },
	{ sql: "CREATE TABLE owned (id INT PRIMARY KEY, owner INT)", change: { owned: "id,owner/PRIMARY/0//" } },
	{ sql: `INSERT INTO owned VALUES ${owned}`, change: { owned: "id,owner/PRIMARY/180//" } },
	{ sql: "ALTER TABLE priced ADD INDEX extra (price, taxed)", change: { "priced extra": "extra" } },
	{
		sql:
			"ALTER TABLE owned ADD CONSTRAINT owned_by FOREIGN KEY (owner) REFERENCES owner (id) " +
			"ON DELETE CASCADE ON UPDATE CASCADE",
		change: { owned: "id,owner/PRIMARY,owned_by/180//owned_by" },
	},
	{
		sql:
			"CREATE VIEW owning AS SELECT owned.id AS id, owner.id AS owner FROM owned " +
			"JOIN owner ON owner.id = owned.owner",
		change: { owning: "id,owner//180//" },
	},
	{
		sql: "DELETE FROM owner WHERE id <= 20",
		change: {
			owner: "id/PRIMARY/40//",
			owned: "id,owner/PRIMARY,owned_by/120//owned_by",
			owning: "id,owner//120//",
		},
	},
	{ sql: "DROP VIEW owning", change: { owning: null } },
	{ sql: "ALTER TABLE owned DROP FOREIGN KEY owned_by", change: { owned: "id,owner/PRIMARY,owned_by/120//" } },
	{ sql: "DROP TABLE owner", change: { owner: null } },
	{ sql: "DROP TABLE owned", change: { owned: null } },
	{ sql: "ALTER TABLE priced DROP INDEX extra", change: { "priced extra": null } },
];

export const definitionSteps: readonly DefinitionStep[] = [...shapes, ...partitions, ...foreignKeys];

/** Tables and views whose state is compared. */
export const definedNames = ["shape", "shaped", "sliced", "owner", "owned", "owning"] as const;
/** Tables of other clients, which get an index named `extra`. */
export const indexedTables = ["journal", "cells", "bulk", "ranged", "priced"] as const;
