/**
 * The table of sysbench's OLTP scripts.
 *
 * In: a row number. Out: a row of about 200 bytes with sysbench's digits and dashes; ids from 1, `k` spread over the
 * table.
 */
import type { Table } from "./table.ts";

export function sbtest(rows: number): Table {
	return {
		name: "sbtest",
		create: (name) =>
			`CREATE TABLE ${name} (id INT NOT NULL AUTO_INCREMENT, k INT NOT NULL DEFAULT '0', c CHAR(120) NOT ` +
			`NULL DEFAULT '', pad CHAR(60) NOT NULL DEFAULT '', PRIMARY KEY (id))`,
		row: (id, random) => [id, random.between(1, rows), random.digits(10), random.digits(5)],
		finish: (name) => [`CREATE INDEX k_${name} ON ${name} (k)`],
	};
}
