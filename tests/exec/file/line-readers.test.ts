/**
 * Readers of lines: the fields are those that were written, with few escapes or many, in pieces of any length.
 */
import test from "ava";
import { FixedReader } from "../../../core/exec/file/fixed-reader.ts";
import type { FileFormat } from "../../../core/exec/file/format.ts";
import { LineReader } from "../../../core/exec/file/line-reader.ts";

const usual: FileFormat = {
	charset: "utf8mb4",
	separator: "\t",
	enclosure: "",
	optional: false,
	escape: "\\",
	linePrefix: "",
	lineEnd: "\n",
};
const longest = 1 << 24;
const escapeCounts = [0, 1, 15, 16, 17, 18, 40, 3000];

function read(reader: LineReader | FixedReader, text: string, piece: number): [fields: (string | null)[], boolean][] {
	const lines: [(string | null)[], boolean][] = [];
	const take = (): void => {
		while (reader.next() === "line") {
			lines.push([reader.fields.slice(0, reader.count), reader.excess]);
		}
	};
	for (let at = 0; at < text.length; at += piece) {
		reader.feed(text.slice(at, at + piece));
		take();
	}
	reader.finish();
	take();
	return lines;
}

test("fields of many escapes, doubled quotes and two-byte characters", (t) => {
	const cases: readonly (readonly [Partial<FileFormat>, written: string, value: string])[] = [
		[{}, "a\\tb\\\\", "a\tb\\"],
		[{}, "\\\n\\0", "\n\0"],
		[{ enclosure: '"' }, '""x', '"x'],
		[{ charset: "gbk" }, "\x81\\\\n\xfe\\", "\x81\\\n\xfe\\"],
		[{ charset: "sjis" }, "\x83\\\\n\xfc\\", "\x83\\\n\xfc\\"],
		[{ charset: "gb18030" }, "\x81\x300\x30\\t\x81\\", "\x81\x300\x30\t\x81\\"],
	];
	for (const [part, written, value] of cases) {
		const format = { ...usual, ...part };
		const { enclosure: quote } = format;
		for (const count of escapeCounts) {
			const field = `${quote}y${written.repeat(count)}z${quote}`;
			const text = `${field}\t1\n\n${field}\t2\t${field}\n`;
			const expected = [
				[[`y${value.repeat(count)}z`, "1"], false],
				[[""], false],
				[[`y${value.repeat(count)}z`, "2"], true],
			];
			for (const piece of [1, 7, 1000, text.length]) {
				t.deepEqual(read(new LineReader(format, 2, 0, longest), text, piece), expected, `${field} by ${piece}`);
			}
		}
	}
});

test("the end of a line is behind its escapes, wherever it is searched", (t) => {
	const fixed = { ...usual, separator: "" };
	for (const count of escapeCounts) {
		const excess = "\\\nb\\\\".repeat(count);
		const lines = `a\t${excess}x\nc\n`;
		const rows = `ab${excess}x\ncd\n`;
		for (const piece of [1, 7, 1000, lines.length]) {
			const told = `${count} by ${piece}`;
			t.deepEqual(
				read(new LineReader(usual, 1, 0, longest), lines, piece),
				[
					[["a"], true],
					[["c"], false],
				],
				told,
			);
			t.deepEqual(read(new LineReader(usual, 1, 1, longest), lines, piece), [[["c"], false]], told);
			t.deepEqual(
				read(new FixedReader(fixed, [1, 1], 0, longest), rows, piece),
				[
					[["a", "b"], true],
					[["c", "d"], false],
				],
				told,
			);
		}
	}
});

test("a line beyond its limit is refused by both, in pieces of any length", (t) => {
	for (const piece of [1, 100, 4096]) {
		const text = "a".repeat(4096);
		t.throws(() => read(new LineReader(usual, 1, 0, 1024), text, piece), { message: /packet/ });
		t.throws(() => read(new FixedReader({ ...usual, separator: "" }, [1], 0, 1024), text, piece), {
			message: /packet/,
		});
	}
});
