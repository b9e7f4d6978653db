/**
 * The long statements, one of every kind.
 *
 * In: how many orders there are. Out: statements; those that change something are followed by what takes it back.
 */
export interface Kind {
	readonly name: string;
	/** Played over and over, one after the other. */
	readonly statements: readonly string[];
}

export function listKinds(rows: number): readonly Kind[] {
	const many = Math.min(rows, 200_000);
	return [
		{ name: "nothing", statements: [] },
		{ name: "sum", statements: ["SELECT sum(quantity * 2 + day) FROM orders WHERE quantity > 50"] },
		{ name: "LIKE", statements: ["SELECT count(*) FROM orders WHERE note LIKE '%1234%'"] },
		{ name: "sort", statements: ["SELECT id, note, price FROM orders ORDER BY note LIMIT 100000, 10"] },
		{ name: "sort of all, sent", statements: [`SELECT id, note FROM orders WHERE id <= ${many} ORDER BY note`] },
		{ name: "1,000 groups", statements: ["SELECT shop, count(*), avg(price) FROM orders GROUP BY shop"] },
		{ name: "a group a row", statements: ["SELECT note, count(*) FROM orders GROUP BY note ORDER BY NULL LIMIT 10"] },
		{ name: "GROUP_CONCAT", statements: ["SELECT shop, length(GROUP_CONCAT(note)) FROM orders GROUP BY shop"] },
		{ name: "count(DISTINCT text)", statements: ["SELECT count(DISTINCT note) FROM orders"] },
		{ name: "DISTINCT rows", statements: ["SELECT count(*) FROM (SELECT DISTINCT note, price FROM orders) d"] },
		{
			name: "join by key",
			statements: [
				"SELECT region, count(*), sum(price) FROM orders JOIN customers ON customers.id = orders.customer " +
					"GROUP BY region",
			],
		},
		{ name: "join by text", statements: ["SELECT count(*) FROM orders a JOIN orders b ON b.note = a.note"] },
		{
			name: "join without a key",
			statements: ["SELECT count(*) FROM customers a, customers b WHERE a.id + b.id = 7 AND a.id < 2000"],
		},
		{
			name: "IN (SELECT)",
			statements: ["SELECT count(*) FROM orders WHERE note IN (SELECT note FROM orders WHERE quantity > 50)"],
		},
		{ name: "fetch", statements: ["SELECT * FROM orders"] },
		{
			name: "ADD INDEX",
			statements: ["ALTER TABLE copied ADD INDEX by_customer (customer)", "ALTER TABLE copied DROP INDEX by_customer"],
		},
		{
			name: "ADD COLUMN, copying",
			statements: [
				"ALTER TABLE copied MODIFY quantity BIGINT NOT NULL",
				"ALTER TABLE copied MODIFY quantity INT NOT NULL",
			],
		},
		{ name: "UPDATE of many", statements: [`UPDATE copied SET quantity = quantity + 1 WHERE id <= ${many}`] },
		{ name: "DELETE of many", statements: ["BEGIN", `DELETE FROM copied WHERE id <= ${many}`, "ROLLBACK"] },
		{
			name: "INSERT ... SELECT",
			statements: [
				"BEGIN",
				`INSERT INTO copied SELECT id + 10000000, customer, shop, day, quantity, price, note FROM orders ` +
					`WHERE id <= ${many}`,
				"ROLLBACK",
			],
		},
		{
			name: "DELETE and INSERT, committed",
			statements: [
				`DELETE FROM copied WHERE id <= ${many}`,
				`INSERT INTO copied SELECT * FROM orders WHERE id <= ${many}`,
			],
		},
	];
}
