/**
 * Documents of a full-text search: those that are not split into words match and rank as those that are.
 */
import test from "ava";
import { Search } from "../../core/functions/fulltext/search.ts";
import { parseSearch } from "../../core/functions/fulltext/search-parse.ts";
import { WordReader } from "../../core/functions/fulltext/word.ts";
import { SqlError } from "../../core/errors/sql-error.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { Choice } from "../differential/choice.ts";
import { booleanSearch, documentText } from "../differential/fulltext-search.ts";

const sizes = { least: 3, most: 84 };

for (const collation of ["utf8mb4_general_ci", "utf8mb4_unicode_ci", "utf8mb4_bin"]) {
	test(collation, (t) => {
		const choice = new Choice(11);
		const reader = new WordReader({ charset: "utf8mb4", collation }, sizes);
		const documents = Array.from({ length: 40 }, () =>
			[documentText(choice), documentText(choice)].map((text) => (text === null ? null : encodeText(text))),
		);
		let unsplit = 0;
		for (let at = 0; at < 300; at++) {
			const text = booleanSearch(choice, choice.pick(["plain", "prefixes", "phrases"] as const));
			const items = itemsOf(text, reader);
			// Query expansion needs all words: then every text is split.
			const [quick, plain] = [new Search(items, reader, false), new Search(items, reader, true)];
			for (const texts of documents) {
				const [read, split] = [quick.documents.read(texts), plain.documents.read(texts)];
				unsplit += read.columns.length < split.columns.length ? 1 : 0;
				t.deepEqual(quick.standing(read), plain.standing(split), text);
			}
		}
		t.true(unsplit > 1000, "many documents are not split");
	});
}

function itemsOf(text: string, reader: WordReader): ReturnType<typeof parseSearch> {
	try {
		return parseSearch(text, "boolean", reader);
	} catch (failure) {
		if (failure instanceof SqlError) {
			return [];
		}
		throw failure;
	}
}
