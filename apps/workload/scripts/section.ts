/**
 * Sections of a migration file: marks of dbmate, goose, sql-migrate, rambler and MyBatis say which part is run on the
 * way up, and which statements hold semicolons.
 *
 *     -- migrate:up            dbmate          -- +goose Up        goose        -- rambler up     rambler
 *     -- migrate:down                          -- +goose Down                   -- rambler down
 *     -- +migrate Up           sql-migrate     -- +goose StatementBegin         --//@UNDO         MyBatis
 *     -- +migrate Down                         -- +goose StatementEnd
 */
import type { ByteString } from "../../../core/index.ts";
import type { StatementList } from "../statement-list.ts";

/** Bytes `from` to `to` of the file. */
interface Section {
	readonly from: number;
	readonly to: number;
	/** One statement, whatever it holds. */
	readonly isWhole: boolean;
}

const mark =
	/^[ \t]*--[ \t]*(?:migrate:|\+goose[ \t]+|\+migrate[ \t]+|\+micrate[ \t]+|rambler[ \t]+|\/\/[ \t]*@)(up|down|undo|statementbegin|statementend)\b[^\n]*(?:\n|$)/gim;

/** Sections that are run; undefined: the file has no marks, and all of it is. Those on the way down are noted. */
export function markedSections(text: ByteString, list: StatementList): readonly Section[] | undefined {
	const marks = [...text.matchAll(mark)];
	if (marks.length === 0) {
		return undefined;
	}
	const sections: Section[] = [];
	// MyBatis marks the way back alone.
	let isUp = /undo/i.test(marks[0]?.[1] as string);
	let isWhole = false;
	let from = 0;
	let hasDown = false;
	for (const each of [...marks, undefined]) {
		const to = each?.index ?? text.length;
		if (isUp && to > from) {
			sections.push({ from, to, isWhole });
		}
		if (each !== undefined) {
			from = to + each[0].length;
			const word = (each[1] as string).toLowerCase();
			isWhole = word === "statementbegin";
			isUp = word === "up" || (word !== "down" && word !== "undo" && isUp);
			hasDown ||= word === "down" || word === "undo";
		}
	}
	if (hasDown) {
		list.note("left out, since on the way down: sections of {n} files");
	}
	return sections;
}
