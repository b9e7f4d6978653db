/**
 * Statements sent to a server while the bundle is made: a first client's, and those of applications.
 *
 * In: the program's start, the environment, statements. Out: nothing; the server has answered them all and ended.
 */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createConnection } from "mysql2/promise";

/** Makes what is asked for later. */
export const making = [
	"CREATE DATABASE IF NOT EXISTS warm",
	"USE warm",
	"CREATE TABLE IF NOT EXISTS up (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, k INT NOT NULL DEFAULT '0', c CHAR(120) NOT NULL DEFAULT '', price DECIMAL(10,2), at DATETIME, KEY k_1 (k))",
	"CREATE TABLE IF NOT EXISTS down (id INT NOT NULL PRIMARY KEY, up_id INT, note VARCHAR(200), UNIQUE KEY note_1 (note), FOREIGN KEY (up_id) REFERENCES up (id))",
	"CREATE TABLE IF NOT EXISTS plain (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, k INT NOT NULL DEFAULT '0', c VARCHAR(20), slug VARCHAR(20) COLLATE utf8mb4_unicode_520_ci, KEY k_1 (k)) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci",
	"INSERT INTO up (k, c, price, at) VALUES (1, 'one', 1.5, '2020-01-01 00:00:00'), (2, 'two', 2.5, NOW())",
	"INSERT IGNORE INTO down VALUES (1, 1, 'first'), (2, 2, 'second')",
];

/** A server that has started is asked by its first client. */
export const first = ["USE warm", "SELECT 1", "SELECT c FROM up WHERE id=2"];

/** Of applications, their drivers and mappers; parameters make it a prepared statement, `fails` asks for an error. */
export const everyday = [
	...first,
	"SET NAMES utf8mb4",
	"SET SESSION sql_mode = 'STRICT_TRANS_TABLES'",
	"SET autocommit = 1",
	"SELECT @@version_comment, @@tx_isolation, DATABASE(), NOW(), VERSION()",
	"SELECT * FROM up",
	["SELECT * FROM up WHERE id = ?", 2],
	"SELECT c FROM up WHERE id BETWEEN 1 AND 2 ORDER BY c",
	"SELECT DISTINCT c FROM up WHERE id BETWEEN 1 AND 2 ORDER BY c",
	"SELECT SUM(k) FROM up WHERE id BETWEEN 1 AND 2",
	"SELECT COUNT(k) FROM up WHERE k BETWEEN 1 AND 2 OR k BETWEEN 5 AND 7",
	"SELECT COUNT(*), MIN(k), MAX(price), AVG(price) FROM up WHERE c LIKE '%o%' AND at IS NOT NULL",
	"SELECT c, SUM(k) s FROM up GROUP BY c HAVING s > 0 ORDER BY s DESC LIMIT 10",
	"SELECT u.c, d.note FROM up u JOIN down d ON d.up_id = u.id WHERE u.k IN (1, 2)",
	"SELECT u.c, d.note FROM up u LEFT JOIN down d ON d.up_id = u.id AND d.note <> 'x' ORDER BY u.k",
	"SELECT c FROM up WHERE id IN (SELECT up_id FROM down WHERE note > 'a')",
	"SELECT CASE WHEN k > 1 THEN CONCAT(c, '!') ELSE COALESCE(c, '') END, IF(k, 1, 2), price * 2 FROM up LIMIT 1",
	["SELECT k, c, price, at FROM up WHERE k = ? ORDER BY id DESC LIMIT 5", 1],
	["INSERT INTO up (k, c, price) VALUES (?, ?, ?)", 3, "three", "3.50"],
	"INSERT INTO down VALUES (3, 1, 'third') ON DUPLICATE KEY UPDATE note = VALUES(note)",
	"DELETE FROM down WHERE id = 3",
	"SELECT u.id FROM up u WHERE (u.k = 1 AND (u.c = 'one' OR u.price > 1.5)) AND NOT (u.at IS NULL) ORDER BY u.c, u.id LIMIT 2 OFFSET 0",
	"SELECT c FROM plain WHERE c = 'three' OR c LIKE 't%' GROUP BY c ORDER BY c",
	"INSERT INTO plain (k, slug) VALUES (8, 'eight')",
	"SELECT slug FROM plain WHERE slug = 'Eight' ORDER BY slug",
	"SELECT k, COUNT(DISTINCT c) FROM plain GROUP BY k",
	"SELECT id FROM up UNION ALL SELECT id FROM down ORDER BY id",
	"SELECT d.* FROM down d WHERE EXISTS (SELECT 1 FROM up u WHERE u.id = d.up_id) AND d.id NOT IN (SELECT id FROM plain WHERE k > 100)",
	"SELECT t.n FROM (SELECT COUNT(*) n FROM up) t",
	"SELECT LOWER(c), LENGTH(c), SUBSTRING(c, 1, 2), TRIM(c), REPLACE(c, 'o', 'a'), IFNULL(price, 0), ROUND(price), UNIX_TIMESTAMP(at), DATE_FORMAT(at, '%Y-%m-%d'), YEAR(at), DATE_ADD(at, INTERVAL 1 DAY) FROM up",
	"SELECT GROUP_CONCAT(c ORDER BY id SEPARATOR ', ') FROM up GROUP BY k",
	"SELECT SQL_CALC_FOUND_ROWS id FROM up WHERE id > 0 ORDER BY at DESC LIMIT 0, 1",
	"SELECT FOUND_ROWS(), LAST_INSERT_ID()",
	"REPLACE INTO down VALUES (4, 1, 'fourth')",
	"REPLACE INTO down VALUES (4, 1, 'again')",
	"INSERT IGNORE INTO down VALUES (4, 1, 'fourth')",
	"INSERT INTO plain (k, c) SELECT k, c FROM up WHERE id < 3",
	"UPDATE plain p JOIN up u ON u.k = p.k SET p.c = u.c WHERE u.id = 1",
	"DELETE p FROM plain p LEFT JOIN up u ON u.k = p.k WHERE u.id = 1",
	"UPDATE up SET at = NOW(), price = price + 0.5 WHERE id = 1 LIMIT 1",
	"DELETE FROM down WHERE id IN (3, 4)",
	"SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
	"START TRANSACTION",
	"SELECT COUNT(*) FROM plain",
	"INSERT INTO plain (k, c) VALUES (9, 'nine')",
	"SAVEPOINT here",
	"UPDATE plain SET c = 'neun' WHERE k = 9",
	"ROLLBACK TO SAVEPOINT here",
	"DELETE FROM plain WHERE k = 9",
	"COMMIT",
	{ fails: "SELECT missing FROM up" },
	{ fails: "SELECT 1 FROM missing" },
	{ fails: "SELECT 1 FROM" },
	{ fails: "INSERT INTO up (id) VALUES (1)" },
	"/* query tag */ SELECT c /* of one row */ FROM up WHERE id = 1 -- the end",
	// One that others refer to, and one that has nothing to do with others.
	...changesOf("up"),
	...changesOf("plain"),
];

/** Of installers, migrations and what shows a database to its users. */
export const definitions = [
	...making,
	"SHOW DATABASES",
	"SHOW TABLES",
	"SHOW FULL TABLES",
	"SHOW TABLES LIKE 'up%'",
	"SHOW TABLE STATUS LIKE 'up'",
	"SHOW COLUMNS FROM up",
	"SHOW FULL COLUMNS FROM down",
	"SHOW INDEX FROM up",
	"SHOW CREATE TABLE down",
	"SHOW VARIABLES LIKE 'sql_mode'",
	"SHOW WARNINGS",
	"DESCRIBE up",
	"SELECT COUNT(*) FROM information_schema.columns",
	"SELECT table_name, engine, table_rows FROM information_schema.tables WHERE table_schema = 'warm' ORDER BY table_name",
	"SELECT column_name, data_type, column_default FROM information_schema.columns WHERE table_schema = database() AND table_name = 'up' ORDER BY ordinal_position",
	"SELECT index_name, column_name FROM information_schema.statistics WHERE table_schema = 'warm' AND table_name = 'up'",
	"SELECT k.table_name, k.column_name, k.referenced_table_name, r.delete_rule FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name WHERE k.table_schema = 'warm'",
	"SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_schema = 'warm'",
	"SELECT schema_name, default_character_set_name FROM information_schema.schemata",
	"CREATE TABLE made (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, name VARCHAR(50) COLLATE utf8_unicode_ci DEFAULT NULL, body LONGTEXT, state ENUM('new', 'done') NOT NULL DEFAULT 'new', flags SET('a', 'b'), amount DECIMAL(12,4) UNSIGNED, ratio DOUBLE, day DATE, bytes BLOB, small TINYINT(1) NOT NULL DEFAULT '0', made_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, PRIMARY KEY (id), UNIQUE KEY name (name)) ENGINE=InnoDB DEFAULT CHARSET=utf8",
	"ALTER TABLE made ADD COLUMN more INT NOT NULL DEFAULT 0 AFTER name",
	"ALTER TABLE made CHANGE COLUMN more most BIGINT NULL",
	"ALTER TABLE made MODIFY COLUMN most VARCHAR(20)",
	"ALTER TABLE made ADD COLUMN up_id INT, ADD INDEX most (most), ADD CONSTRAINT made_up FOREIGN KEY (up_id) REFERENCES up (id)",
	"ALTER TABLE made DROP COLUMN body",
	"CREATE INDEX name_most ON made (name, most)",
	"DROP INDEX name_most ON made",
	"INSERT INTO made (name, state, flags) VALUES ('one', 'done', 'a,b')",
	"SELECT name, state, made_at FROM made WHERE state = 'done'",
	"UPDATE made SET state = 'new', amount = 2 WHERE name = 'one'",
	"RENAME TABLE made TO renamed",
	"TRUNCATE TABLE renamed",
	"DROP TABLE IF EXISTS renamed, made",
	"CREATE DATABASE passing DEFAULT CHARACTER SET utf8mb4",
	"DROP DATABASE passing",
];

/** Of reports, imports and clean-ups: over so many rows that loops are compiled for them. */
export const manyRows = [
	"CREATE TABLE IF NOT EXISTS kind (id INT NOT NULL PRIMARY KEY, name VARCHAR(40) NOT NULL)",
	"CREATE TABLE IF NOT EXISTS many (id INT NOT NULL PRIMARY KEY, kind INT NOT NULL, number INT NOT NULL, price DECIMAL(10,2), at DATETIME, text VARCHAR(100), KEY by_kind (kind))",
	rowsOf("kind", 0, 100, (at) => `(${at}, 'kind ${at}')`),
	...[0, 1, 2, 3, 4].map((part) =>
		rowsOf(
			"many",
			part * 2000,
			2000,
			(at) => `(${at}, ${at % 50}, ${at % 97}, ${at}.5, '2020-01-${10 + (at % 19)}', 'text ${at}')`,
		),
	),
	"SELECT COUNT(*) FROM many WHERE number > 5",
	"SELECT COUNT(*), SUM(number), AVG(price), MIN(text), MAX(at) FROM many WHERE text LIKE '%7%' AND price < 9000",
	"SELECT kind, COUNT(*) n, SUM(price) FROM many GROUP BY kind HAVING n > 1 ORDER BY kind",
	"SELECT k.name, COUNT(*), SUM(m.number) FROM many m JOIN kind k ON k.id = m.kind GROUP BY k.name ORDER BY k.name",
	"SELECT COUNT(*) FROM many m LEFT JOIN kind k ON k.id = m.kind AND k.name <> 'kind 7' WHERE k.id IS NULL",
	"SELECT COUNT(*) FROM many WHERE kind IN (SELECT id FROM kind WHERE name > 'kind 3')",
	"SELECT DISTINCT number FROM many",
	"SELECT COUNT(DISTINCT text) FROM many",
	"SELECT id, text FROM many WHERE kind = 3 ORDER BY text LIMIT 10",
	"SELECT id, price FROM many WHERE id > 100 ORDER BY price DESC, id LIMIT 10",
	"SELECT id, text FROM many ORDER BY at, number DESC",
	"SELECT * FROM many WHERE id BETWEEN 100 AND 2000",
	"SELECT id FROM many WHERE id < 100 UNION SELECT id FROM kind ORDER BY id",
	"UPDATE many SET number = number + 1 WHERE id BETWEEN 1 AND 5000",
	"UPDATE many SET price = price * 2, kind = kind + 1 WHERE kind = 3",
	"INSERT INTO many SELECT id + 100000, kind, number, price, at, text FROM many WHERE id < 2000",
	"DELETE FROM many WHERE id BETWEEN 100 AND 3000",
	"DELETE FROM many WHERE kind = 4",
	"START TRANSACTION",
	rowsOf("many", 200_000, 2000, (at) => `(${at}, ${at % 50}, ${at % 97}, ${at}.5, NULL, 'text ${at}')`),
	"DELETE FROM many WHERE kind = 5",
	"ROLLBACK",
	"DROP TABLE many, kind",
];

/** Of administrators: some of what is in no other conversation, so that the last part's code is kept as well. */
export const administration = [
	"EXPLAIN SELECT c FROM up WHERE id = 1",
	"SHOW GRANTS",
	"SHOW PROCESSLIST",
	"SHOW GLOBAL STATUS LIKE 'Threads%'",
];

function rowsOf(table, from, count, row) {
	return `INSERT IGNORE INTO ${table} VALUES ${Array.from({ length: count }, (_, at) => row(from + at)).join(", ")}`;
}

function changesOf(table) {
	return [
		[`INSERT INTO ${table} (k, c) VALUES (?, ?)`, 3, "three"],
		`INSERT INTO ${table} (k, c) VALUES (4, 'four'), (5, 'five')`,
		`INSERT INTO ${table} (k, c) VALUES (6, 'six')`,
		[`SELECT k FROM ${table} WHERE id = ? AND c = ?`, 6, "six"],
		[`SELECT * FROM ${table} WHERE c <> ? LIMIT ?`, new Date(), "2"],
		[`UPDATE ${table} SET c = ?, k = k + 1 WHERE id = ?`, "drei", 3],
		`UPDATE ${table} SET c = 'vier' WHERE k BETWEEN 4 AND 5`,
		[`DELETE FROM ${table} WHERE id = ?`, 4],
		"START TRANSACTION",
		`SELECT * FROM ${table} WHERE id = 1 FOR UPDATE`,
		`SELECT * FROM ${table} WHERE k = 1 LOCK IN SHARE MODE`,
		`UPDATE ${table} SET k = k + 1 WHERE id = 1`,
		[`INSERT INTO ${table} (k, c) VALUES (?, ?)`, 7, "seven"],
		`INSERT INTO ${table} (k, c) VALUES (7, 'seven')`,
		`UPDATE ${table} SET c = 'sieben' WHERE k = 7`,
		`DELETE FROM ${table} WHERE k = 7`,
		"COMMIT",
		"BEGIN",
		`DELETE FROM ${table} WHERE id = 3`,
		"ROLLBACK",
		`DELETE FROM ${table} WHERE id > 2`,
	];
}

/** Starts `words` under Node, says the statements one after the other, and stops it after it had nothing to do for a while: rejects where it does not end well. */
export async function serveOnce({ words, environment = {}, statements, idleMs = 0 }) {
	const child = spawn(process.execPath, [...words, "--port", "0", "--http-port", "0"], {
		stdio: ["ignore", "pipe", "inherit"],
		env: { ...process.env, ...environment },
	});
	const ended = new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${words[0]} ended with ${code}`))));
	});
	const said = new Promise((resolve) => child.stdout.once("data", resolve)).then(async (line) => {
		await say(Number(/mysql:.*?:(\d+)\//.exec(line)?.[1]), statements);
		await sleep(idleMs);
	});
	await Promise.race([said.finally(() => child.kill("SIGTERM")), ended]);
	await ended;
}

async function say(port, statements) {
	const connection = await createConnection({ host: "127.0.0.1", port, user: "root" });
	for (const statement of statements) {
		await ask(connection, statement);
	}
	await connection.end();
}

/** Rejects where the statement does, or does not where it should. */
export async function ask(connection, statement) {
	const [text, ...parameters] = [statement.fails ?? statement].flat();
	const failure = await (parameters.length === 0 ? connection.query(text) : connection.execute(text, parameters)).then(
		() => undefined,
		(error) => error,
	);
	if ((failure?.errno !== undefined) !== (statement.fails !== undefined)) {
		throw failure ?? new Error(`the server should refuse ${text}`);
	}
}
