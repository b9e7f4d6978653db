/**
 * Orders of about 100 bytes a row, and the customers who gave them: what the long questions are asked of.
 *
 * In: sizes. Out: two tables. 1,000 shops, a price with two decimals, a note that is different in every row, and an
 * index by day.
 */
import type { Table } from "./table.ts";

const shops = 1000;
export const days = 1000;
export const regions = 20;

export function orders(customerCount: number): Table {
	return {
		name: "orders",
		create: (name) =>
			`CREATE TABLE ${name} (id INT NOT NULL PRIMARY KEY, customer INT NOT NULL, shop INT NOT NULL, day ` +
			`INT NOT NULL, quantity INT NOT NULL, price DECIMAL(10,2) NOT NULL, note VARCHAR(80) NOT NULL, KEY by_day (day))`,
		row: (id, random) => [
			id,
			random.between(1, customerCount),
			random.between(1, shops),
			random.between(1, days),
			random.between(1, 100),
			`${random.between(1, 9999)}.${random.between(10, 99)}`,
			`${random.digits(5)} ${id}`,
		],
		finish: () => [],
	};
}

export const customers: Table = {
	name: "customers",
	create: (name) =>
		`CREATE TABLE ${name} (id INT NOT NULL PRIMARY KEY, region INT NOT NULL, name VARCHAR(40) NOT NULL)`,
	row: (id, random) => [id, random.between(1, regions), `customer ${random.between(100000, 999999)}`],
	finish: () => [],
};
