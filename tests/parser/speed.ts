/**
 * `node dist/tests/parser/speed.js`: what reading a statement costs under either grammar.
 *
 * In: nothing. Out: a line for each statement: microseconds of CPU by the kernel's grammar and by the package's own, without
 * the adapter. docs/parsers.md quotes them.
 */
import nodeSqlParser from "node-sql-parser/build/mysql.js";
import { createParser, plainMode } from "../../core/sql/parse/index.ts";
import { encodeText } from "../../core/types/value.ts";

const manyRows = Array.from({ length: 1000 }, (_, at) => `(${at}, 'name ${at}', ${at / 4})`).join(", ");

const statements = [
	"select c from t where id = 5",
	"select a, b, count(*) from t join u on t.id = u.t_id where a > 5 and b like 'x%' group by a, b order by 3 desc limit 10",
	"insert into t (a, b, c) values (1, 'x', 2.5)",
	"update t set a = a + 1, b = concat(b, 'x') where id between 3 and 9",
	"create table t (id int not null auto_increment primary key, a varchar(20) not null default 'x', key (a))",
	`insert into t (a, b, c) values ${manyRows}`,
];

/** Bytes to be read under each grammar, so that both are warm. */
const readBytes = 1_000_000;
const shownText = 60;

function microsecondsOf(read: () => unknown, times: number): number {
	for (let at = 0; at < times / 4; at++) {
		read();
	}
	const start = process.cpuUsage();
	for (let at = 0; at < times; at++) {
		read();
	}
	const { user, system } = process.cpuUsage(start);
	return (user + system) / times;
}

const kernel = createParser();
const parser = new nodeSqlParser.Parser();
process.stdout.write("kernel, us\tpackage, us\tstatement\n");
for (const sql of statements) {
	const times = Math.ceil(readBytes / sql.length);
	const ours = microsecondsOf(() => kernel.parse(encodeText(sql), plainMode), times);
	const theirs = microsecondsOf(() => parser.astify(sql, { database: "MySQL" }), Math.ceil(times / 10));
	process.stdout.write(`${ours.toFixed(1)}\t${theirs.toFixed(1)}\t${sql.slice(0, shownText)}\n`);
}
