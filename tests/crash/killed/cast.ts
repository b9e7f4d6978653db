/**
 * Clients of a server under test: writers of single rows, writers of rows with foreign keys, generated columns and
 * partitions, one of definitions, one of thousands of rows at a time.
 */
import type { Connection } from "mysql2/promise";
import { Definer } from "./definer.ts";
import { FeatureWriter } from "./feature-writer.ts";
import type { Ledger } from "./ledger.ts";
import { Loader } from "./loader.ts";
import { Writer } from "./writer.ts";

const writerCount = 4;
const featureWriterCount = 2;

export interface Cast {
	readonly writers: readonly Writer[];
	readonly featureWriters: readonly FeatureWriter[];
	readonly definer: Definer;
	readonly loader: Loader;
}

interface Player {
	readonly ledger: Ledger;
	run(connection: Connection): Promise<void>;
}

export function makeCast(seed: number): Cast {
	return {
		writers: Array.from({ length: writerCount }, (_, at) => new Writer(at + 1, seed)),
		featureWriters: Array.from({ length: featureWriterCount }, (_, at) => new FeatureWriter(at + 1, seed)),
		definer: new Definer(),
		loader: new Loader(seed),
	};
}

export function everybody({ writers, featureWriters, definer, loader }: Cast): readonly Player[] {
	return [...writers, ...featureWriters, definer, loader];
}
