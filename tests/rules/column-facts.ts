/**
 * Facts of a utf8 column, as passed to rules.
 */
import type { ColumnFacts } from "../../core/rules/index.ts";

export const utf8Column: ColumnFacts = {
	name: "a",
	table: "t",
	database: "test",
	type: "varchar",
	inForce: { charset: "utf8", collation: "utf8_bin" },
	written: {},
	resolved: { charset: "utf8", collation: "utf8_bin" },
	release: "2.1.2",
	objectVersion: 0,
	length: 9,
	decimals: 0,
	unsigned: false,
	elements: [],
	nullable: true,
	autoIncrement: false,
	default: null,
	updatesItself: false,
	comment: "",
	generated: undefined,
};
