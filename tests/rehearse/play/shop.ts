/**
 * A shop of 60 tables with a year's migrations and 3,000 statements of traffic, made from a seed.
 *
 * Tables name a character set or none, and columns their own now and then; a sixth of the texts has a character of
 * four bytes. Expected by construction: each such text into a utf8 column breaks at 2.1.2.
 */
const tableCount = 60;
const statementCount = 3000;

interface Shop {
	readonly schema: string;
	readonly traffic: string;
	/** By file name. */
	readonly migrations: Readonly<Record<string, string>>;
}

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

const nouns = ["order", "item", "customer", "address", "price", "stock", "review", "coupon", "shipment", "invoice"];
const clauses = ["", " CHARSET=utf8", " CHARSET=utf8mb4", "", " DEFAULT CHARSET=utf8 COLLATE=utf8_bin"];
const words = ["tulip", "röd", "bulb", "garden", "spade", "żółty", "seed", "pot"];

export function makeShop(seed = 1): Shop {
	const next = numbers(seed);
	const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
	const names = Array.from(
		{ length: tableCount },
		(_, at) => `${nouns[at % nouns.length]}_${Math.floor(at / nouns.length)}`,
	);
	const schema = names.map(
		(name, at) =>
			`CREATE TABLE ${name} (\n\tid INT NOT NULL PRIMARY KEY,\n\tname VARCHAR(40) NOT NULL,\n\tnote VARCHAR(80)` +
			`${at % 7 === 3 ? " CHARACTER SET utf8mb4" : ""},\n\tamount DECIMAL(10,2) NOT NULL DEFAULT 0,\n\tkind ENUM('a', 'b'),\n` +
			`\tKEY by_name (name)\n)${clauses[at % clauses.length]};\n` +
			`INSERT INTO ${name} VALUES (1, 'first', NULL, 1.50, 'a'), (2, 'second', 'note', 2, 'b');\n`,
	);
	const text = (): string => `${pick(words)} ${pick(words)}${next(6) === 0 ? " 🌷" : ""}`;
	const traffic: string[] = [];
	for (let at = 0; at < statementCount; at++) {
		const name = pick(names);
		const id = 10 + at;
		switch (next(8)) {
			case 0:
			case 1:
				traffic.push(
					`INSERT INTO ${name} (id, name, note, amount) VALUES (${id}, '${text()}', '${text()}', ${next(100)});`,
				);
				break;
			case 2:
				traffic.push(`UPDATE ${name} SET note = '${text()}', amount = amount + 1 WHERE id = ${1 + next(2)};`);
				break;
			case 3:
				traffic.push(`DELETE FROM ${name} WHERE id = ${10 + next(at + 1)};`);
				break;
			case 4:
				traffic.push(`SELECT id, name, amount FROM ${name} WHERE name LIKE '${pick(words).slice(0, 2)}%' ORDER BY id;`);
				break;
			case 5:
				traffic.push(`SELECT count(*), sum(amount), max(id) FROM ${name};`);
				break;
			case 6:
				traffic.push(
					`SELECT a.id, b.name FROM ${name} a JOIN ${pick(names)} b ON b.id = a.id WHERE a.id = ${1 + next(2)};`,
				);
				break;
			default:
				traffic.push(`BEGIN;\nUPDATE ${name} SET amount = amount - 1 WHERE id = 1;\nCOMMIT;`);
		}
	}
	const migrations: Record<string, string> = {};
	for (let at = 0; at < 24; at++) {
		const name = names[(at * 5) % tableCount];
		const steps = [
			`ALTER TABLE ${name} MODIFY name VARCHAR(${60 + at}) NOT NULL;`,
			`ALTER TABLE ${name} ADD COLUMN extra_${at} VARCHAR(20);`,
			`ALTER TABLE ${name} CONVERT TO CHARACTER SET utf8mb4;`,
			`CREATE TABLE new_${at} (id INT PRIMARY KEY, label VARCHAR(10)) CHARSET=utf8;\nINSERT INTO new_${at} VALUES (1, '🌷');`,
		];
		migrations[`V${at + 1}__step.sql`] = `${steps[at % steps.length]}\n`;
	}
	return { schema: schema.join(""), traffic: `${traffic.join("\n")}\n`, migrations };
}
