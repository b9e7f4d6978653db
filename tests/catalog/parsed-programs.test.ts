/**
 * Parsed programs: as many are kept as a limit of bytes allows, and the last one in any case.
 */
import test from "ava";
import { ParsedPrograms } from "../../core/catalog/parsed-programs.ts";
import type { ProgramRecord } from "../../core/catalog/record.ts";
import { parseProgram } from "../../core/sql/parse/index.ts";
import type { CreateProgram } from "../../core/sql/tree/statement.ts";
import { parseSqlMode } from "../../core/types/evaluation/sql-mode.ts";

const mode = parseSqlMode("");

function textOf(number: number, statements: number): string {
	return `CREATE PROCEDURE x() BEGIN SET @v = ${number}; ${"SET @a = @a + 1; ".repeat(statements)} END`;
}

function recordOf(): ProgramRecord {
	return {} as ProgramRecord;
}

test("programs are weighed in bytes: small ones stay, large ones replace each other", (t) => {
	const limit = 10_000_000;
	const programs = new ParsedPrograms(limit);
	let parses = 0;
	const read = (record: ProgramRecord, number: number, statements: number): CreateProgram => {
		const text = textOf(number, statements);
		const known = programs.find(record) ?? programs.take(record, text);
		if (known !== undefined) {
			return known;
		}
		parses++;
		return programs.keep(record, text, parseProgram(text, mode));
	};

	const small = Array.from({ length: 300 }, recordOf);
	for (const [at, record] of small.entries()) {
		read(record, at, 1);
	}
	t.is(parses, 300);
	small.forEach((record, at) => void read(record, at, 1));
	// The schema has changed: other records of the same texts.
	small.forEach((_, at) => void read(recordOf(), at, 1));
	t.is(parses, 300);

	const large = Array.from({ length: 12 }, recordOf);
	for (const [at, record] of large.entries()) {
		t.is(read(record, at, 4000), read(record, at, 4000));
		t.true(programs.taken <= limit, `${programs.taken} bytes are kept`);
	}
	t.is(parses, 312);
	t.is(programs.find(large[0]!), undefined);
	t.not(programs.find(large[11]!), undefined);

	// Larger than all that may be kept: alone.
	const largest = recordOf();
	t.is(read(largest, 1, 20_000), read(largest, 1, 20_000));
	t.is(programs.find(large[11]!), undefined);
	read(small[0]!, 0, 1);
	t.is(programs.find(largest), undefined);
	t.true(programs.taken <= limit);
});
