/**
 * MATCH ... AGAINST: the relevance of a row, and the statistics of a table's rows that it depends on.
 *
 * The planner makes `match(a, b) against ('x')` the call `match <mode>` of the search, of a subquery with the aggregate
 * `match rows <mode>` over the whole table, and of the columns.
 *
 * | name                                          | result                                | source (MySQL 5.7 manual) |
 * |-----------------------------------------------|---------------------------------------|---------------------------|
 * | match <mode> (search, statistics, columns)    | double; 0 for no match                | 12.9                      |
 * | match rows <mode> (search, columns)           | statistics as JSON, in bytes          | 12.9                      |
 */
import { LastMade } from "../operand/last-made.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { decodeText, encodeText, type ByteString } from "../../types/value/value.ts";
import { define, many } from "../definition/definition.ts";
import type { AggregateDefinition, FunctionDefinition, Operand } from "../definition/function.ts";
import { anyBytes, anyText, doubleType, type Encoding } from "../definition/result.ts";
import { Corpus, type CorpusStatistics, Ranking } from "./relevance.ts";
import { Search } from "./search.ts";
import { parseSearch, type SearchMode } from "./search-parse.ts";
import { WordReader, type WordSizes } from "./word.ts";

const modes: readonly SearchMode[] = ["natural", "boolean", "expansion"];

function encodingOf({ type }: Operand): Encoding {
	return { charset: type.charset, collation: type.collation };
}

function sizesOf({ session }: Evaluation): WordSizes {
	const size = (name: string, otherwise: number): number =>
		Number(session.systemVariable(name, "global")?.value ?? otherwise);
	return { least: size("innodb_ft_min_token_size", 3), most: size("innodb_ft_max_token_size", 84) };
}

function searchFor(text: ByteString | null, mode: SearchMode, encoding: Encoding, evaluation: Evaluation): Search {
	const reader = new WordReader(encoding, sizesOf(evaluation));
	return new Search(text === null ? [] : parseSearch(reader.decode(text), mode, reader), reader, mode === "expansion");
}

function rankOf(mode: SearchMode): FunctionDefinition {
	return define(`match ${mode}`, 3, many, ([, , ...columns]) => {
		const encoding = encodingOf(columns[0]!);
		const text = anyText(encoding);
		return {
			type: doubleType,
			nullable: false,
			nullPropagates: false,
			operands: [text, undefined, ...columns.map(() => text)],
			evaluator: () => {
				const last = new LastMade<Ranking>();
				return (evaluation, search, statistics, ...texts) => {
					const make = (): Ranking => {
						const made = searchFor(search as ByteString | null, mode, encoding, evaluation);
						return new Ranking(made, JSON.parse(decodeText(statistics as ByteString)) as CorpusStatistics);
					};
					return last.of(search, statistics, evaluation, make).rank(texts);
				};
			},
		};
	});
}

function statisticsOf(mode: SearchMode): AggregateDefinition {
	return {
		name: `match rows ${mode}`,
		resolve: ([, ...columns]) => {
			const encoding = encodingOf(columns[0]!);
			const text = anyText(encoding);
			return {
				type: anyBytes,
				nullable: false,
				operands: [text, ...columns.map(() => text)],
				create: () => {
					let corpus: Corpus | undefined;
					return {
						add: (evaluation, [search, ...texts]) => {
							corpus ??= new Corpus(
								searchFor(search as ByteString | null, mode, encoding, evaluation),
								mode === "expansion",
							);
							corpus.add(texts);
						},
						result: () => encodeText(JSON.stringify(corpus?.statistics() ?? noRows)),
					};
				},
			};
		},
	};
}

const noRows: CorpusStatistics = { rows: 0, counts: [], further: [] };

export const matches: readonly FunctionDefinition[] = modes.map(rankOf);

export const matchedRows: readonly AggregateDefinition[] = modes.map(statisticsOf);
