/**
 * A script of 300 statements as an application sends them before an upgrade: tables, changes of columns, rows, reads.
 *
 * Every tenth of it is about one table, so that a rule that changes with a release changes many answers.
 */
const tables = 30;

/** Ten statements on a table of its own; charsets alternate. */
function statementsOn(at: number): readonly string[] {
	const name = `shop_${at}`;
	const charset = ["utf8", "utf8mb4", "latin1"][at % 3];
	return [
		`create table ${name} (id int primary key, name varchar(20), note text, index (name)) charset=${charset}`,
		`insert into ${name} values (1, 'plain', 'a note'), (2, 'é', null)`,
		`insert into ${name} values (3, '🌀', 'wide')`,
		`alter table ${name} change column name name varchar(${30 + at})`,
		`show create table ${name}`,
		`update ${name} set note = 'wide 🌀' where id = 2`,
		`alter table ${name} convert to character set utf8mb4`,
		`select count(*), max(name) from ${name} where name >= 'a'`,
		`alter table ${name} add column extra varchar(10)`,
		`select column_name, character_set_name from information_schema.columns where table_name = '${name}'`,
	];
}

export function upgradeScript(): string {
	return Array.from({ length: tables }, (_, at) => statementsOn(at))
		.flat()
		.map((statement) => `${statement};\n`)
		.join("");
}
