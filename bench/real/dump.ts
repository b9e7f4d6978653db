/**
 * A dump of one-row INSERTs, each its own transaction: keys, a foreign key, texts of several lengths.
 *
 * In: how many rows. Out: statements.
 */
import { Random } from "../random.ts";

export const dumpTables: readonly string[] = [
	"CREATE TABLE account (id INT NOT NULL, email VARCHAR(100) NOT NULL, name VARCHAR(80) DEFAULT NULL, PRIMARY KEY (id), UNIQUE KEY by_email (email))",
	"CREATE TABLE entry (id INT NOT NULL, account INT NOT NULL, kind VARCHAR(20) NOT NULL, amount DECIMAL(12,2) NOT NULL, booked DATETIME NOT NULL, text VARCHAR(200) DEFAULT NULL, PRIMARY KEY (id), KEY by_account (account), KEY by_kind (kind, booked), CONSTRAINT entry_account FOREIGN KEY (account) REFERENCES account (id))",
];

/** One row of ten is an account, before the entries that refer to it. */
export function dumpRows(count: number): string[] {
	const random = new Random(21);
	const statements: string[] = [];
	let accounts = 0;
	for (let at = 0; at < count; at++) {
		if (at % 10 === 0) {
			accounts++;
			statements.push(
				`INSERT INTO \`account\` VALUES (${accounts},'user${accounts}@example.com',${accounts % 7 === 0 ? "NULL" : `'User ${random.digits(1)}'`});`,
			);
		} else {
			statements.push(
				`INSERT INTO \`entry\` VALUES (${at},${random.between(1, accounts)},'kind ${random.between(1, 9)}',${random.between(1, 99_999) / 100},'2026-01-0${random.between(1, 9)} 0${random.between(0, 9)}:00:00','${random.digits(1 + (at % 9))}');`,
			);
		}
	}
	return statements;
}
