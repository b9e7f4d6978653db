/**
 * Facts of a utf8 column, as passed to rules.
 */
export const utf8Column = {
	name: "a",
	type: "varchar",
	inForce: { charset: "utf8", collation: "utf8_bin" },
	written: {},
	resolved: { charset: "utf8", collation: "utf8_bin" },
	release: "2.1.2",
	objectVersion: 0,
} as const;
