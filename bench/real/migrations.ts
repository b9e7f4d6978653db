/**
 * Migrations as a framework plays them: each looks up its version, changes tables, moves data and notes itself.
 *
 * In: how many statements. Out: statements up; up, down and up again.
 */
interface Migration {
	readonly up: readonly string[];
	readonly down: readonly string[];
}

const versionTable = "CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY, note VARCHAR(100) NOT NULL)";

/** Tables in turn get columns, keys, references to the table before, other types, and rows. */
function migrationOf(number: number): Migration {
	const table = `unit_${Math.floor(number / 6)}`;
	const former = `unit_${Math.max(0, Math.floor(number / 6) - 1)}`;
	switch (number % 6) {
		case 0:
			return {
				up: [
					`CREATE TABLE ${table} (id INT NOT NULL AUTO_INCREMENT, code VARCHAR(60) NOT NULL, parent INT DEFAULT NULL, started DATETIME DEFAULT NULL, payload TEXT, PRIMARY KEY (id), UNIQUE KEY by_code (code))`,
				],
				down: [`DROP TABLE ${table}`],
			};
		case 1:
			return {
				up: [
					`ALTER TABLE ${table} ADD COLUMN state VARCHAR(20) NOT NULL DEFAULT 'queued'`,
					`CREATE INDEX by_state ON ${table} (state, started)`,
				],
				down: [`DROP INDEX by_state ON ${table}`, `ALTER TABLE ${table} DROP COLUMN state`],
			};
		case 2:
			return {
				up: [`ALTER TABLE ${table} ADD CONSTRAINT ${table}_parent FOREIGN KEY (parent) REFERENCES ${former} (id)`],
				down: [
					`ALTER TABLE ${table} DROP FOREIGN KEY ${table}_parent`,
					`ALTER TABLE ${table} DROP INDEX ${table}_parent`,
				],
			};
		case 3:
			return {
				up: [
					`INSERT INTO ${table} (code, started) VALUES ('a', '2026-01-01 00:00:00'), ('b', NULL)`,
					`UPDATE ${table} SET state = 'done' WHERE started IS NOT NULL`,
				],
				down: [`DELETE FROM ${table}`],
			};
		case 4:
			return {
				up: [`ALTER TABLE ${table} MODIFY code VARCHAR(63) NOT NULL`, `ALTER TABLE ${table} ADD COLUMN tries INT`],
				down: [`ALTER TABLE ${table} DROP COLUMN tries`],
			};
		default:
			return {
				up: [`SELECT count(*) FROM ${table} WHERE state = 'done'`, `ALTER TABLE ${table} ADD INDEX by_tries (tries)`],
				down: [`ALTER TABLE ${table} DROP INDEX by_tries`],
			};
	}
}

function isThere(number: number): string[] {
	return [
		"SELECT max(version) FROM schema_version",
		`SELECT count(*) FROM information_schema.columns WHERE table_schema = database() AND table_name = 'unit_${Math.floor(number / 6)}'`,
	];
}

function up(count: number): string[] {
	return numbers(count).flatMap((number) => [
		...isThere(number),
		...migrationOf(number).up,
		`INSERT INTO schema_version VALUES (${number}, 'migration ${number}')`,
	]);
}

function down(count: number): string[] {
	return numbers(count)
		.reverse()
		.flatMap((number) => [
			...isThere(number),
			...migrationOf(number).down,
			`DELETE FROM schema_version WHERE version = ${number}`,
		]);
}

/** About as many statements as wanted. */
export function migrateUp(statements: number): string[] {
	return [versionTable, ...up(Math.ceil(statements / 4.5))];
}

export function migrateUpDownUp(statements: number): string[] {
	const count = Math.ceil(statements / 13.3);
	return [versionTable, ...up(count), ...down(count), ...up(count)];
}

function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, at) => at);
}
