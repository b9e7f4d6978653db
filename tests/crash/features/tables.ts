/**
 * Tables and views of the crash tests with foreign keys, generated columns and partitions.
 *
 *     parents <- children <- grandchildren    ON DELETE CASCADE ON UPDATE CASCADE
 *                children <- marks            ON DELETE SET NULL ON UPDATE CASCADE
 *     families    view: children joined with their parents
 *     priced      `taxed` is stored, `half` virtual, both indexed
 *     cheap       view: part of priced, rows are written through it
 *     ranged, listed, hashed                  partitioned; rows move between partitions
 */
export const regionsOf = { north: [1, 2], south: [3, 4] } as const;
export const hashPartitions = 4;
export const cheapBelow = 500;

/** Ids of a writer's rows begin at its number times this. */
export const idsOfWriter = 1_000_000;

const cascade = "ON DELETE CASCADE ON UPDATE CASCADE";
const lists = Object.entries(regionsOf).map(([name, regions]) => `PARTITION ${name} VALUES IN (${regions.join(", ")})`);

export const featureTables: readonly string[] = [
	"CREATE TABLE parents (id INT PRIMARY KEY, label VARCHAR(20), KEY (label))",
	"CREATE TABLE children (id INT PRIMARY KEY, parent INT NOT NULL, v INT, KEY (parent, v), " +
		`CONSTRAINT child_of FOREIGN KEY (parent) REFERENCES parents (id) ${cascade})`,
	"CREATE TABLE grandchildren (id INT PRIMARY KEY, child INT NOT NULL, " +
		`CONSTRAINT grandchild_of FOREIGN KEY (child) REFERENCES children (id) ${cascade})`,
	"CREATE TABLE marks (id INT PRIMARY KEY, child INT, " +
		"CONSTRAINT mark_of FOREIGN KEY (child) REFERENCES children (id) ON DELETE SET NULL ON UPDATE CASCADE)",
	"CREATE TABLE priced (id INT PRIMARY KEY, price INT, taxed INT AS (price * 3 + 1) STORED, " +
		"half INT AS (price DIV 2) VIRTUAL, KEY (taxed), KEY (half))",
	"CREATE TABLE ranged (id INT NOT NULL, k INT NOT NULL, body VARCHAR(20), PRIMARY KEY (id, k), KEY (body)) " +
		"PARTITION BY RANGE (k) (PARTITION low VALUES LESS THAN (100), PARTITION middle VALUES LESS THAN (200), " +
		"PARTITION high VALUES LESS THAN MAXVALUE)",
	"CREATE TABLE listed (id INT NOT NULL, region INT NOT NULL, v INT, PRIMARY KEY (id, region), KEY (v)) " +
		`PARTITION BY LIST (region) (${lists.join(", ")})`,
	`CREATE TABLE hashed (id INT PRIMARY KEY, v INT, KEY (v)) PARTITION BY HASH (id) PARTITIONS ${hashPartitions}`,
	"CREATE VIEW families AS SELECT children.id AS child, parents.label AS label FROM children " +
		"JOIN parents ON parents.id = children.parent",
	`CREATE VIEW cheap AS SELECT id, price, taxed FROM priced WHERE price < ${cheapBelow} WITH CHECK OPTION`,
];
