/**
 * Reads a workload: files, folders and logs of the kinds that `kind.ts` knows, as statements with their places.
 */
import { statSync } from "node:fs";
import { type ByteString, didYouMean } from "../../core/index.ts";
import { reasonOf } from "../cli/read-statements.ts";
import { UsageError } from "../compose/usage-error.ts";
import { type Kind, kindOf, kinds } from "./kind.ts";
import { isServerUrl, readLiveSchema } from "./live-schema.ts";
import { readDigestReport } from "./logs/digest-report.ts";
import { readGeneralLog } from "./logs/general-log.ts";
import { readLineLog } from "./logs/line-log.ts";
import { readSlowLog } from "./logs/slow-log.ts";
import { readRecording } from "./recording/read-recording.ts";
import { dumpRewrite } from "./scripts/dump.ts";
import { readFolder } from "./scripts/folder.ts";
import { flywayValues, placeholderRewrite } from "./scripts/placeholder.ts";
import { type Rewrite, readScriptText, scriptSession } from "./scripts/script-file.ts";
import { blocksOf, textOf } from "./source.ts";
import { StatementList } from "./statement-list.ts";
import type { Role, Workload } from "./statement.ts";

export interface ReadOptions {
	/** Of all statements. */
	readonly role: Role;
	/** The kind of every file; else each is known by its content. */
	readonly kind?: string;
	/** Where sessions begin whose database the source does not name. */
	readonly database?: string;
	/** Values for `${name}` in scripts; without any only Flyway's scripts have placeholders. */
	readonly placeholders?: Readonly<Record<string, string>>;
}

/**
 * Reads the statements of a file, of all files below a folder, of standard input (`-`), or the schema of a running
 * server (`mysql://root@old:4000/shop?rows=100`).
 *
 * Sessions with the same name are one within a workload; two workloads share none. What can't be read with certainty is
 * listed as `notJudged` with the reason.
 * @throws UsageError where the path can't be read, or the kind is none or not the content's
 */
export async function readWorkload(path: string, options: ReadOptions): Promise<Workload> {
	const { role, kind, database, placeholders = {} } = options;
	if (kind !== undefined && !(kinds as readonly string[]).includes(kind)) {
		throw new UsageError(`there is no kind ${kind}${didYouMean(kind, kinds)}; kinds: ${kinds.join(", ")}`, 2);
	}
	const list = new StatementList(role, path, database);
	const filled = (file: string): Readonly<Record<string, string>> => ({
		...flywayValues(file, database),
		...placeholders,
	});
	const isFilled = Object.keys(placeholders).length > 0;
	if (isServerUrl(path)) {
		await readLiveSchema(path, list);
	} else if (path !== "-" && isFolder(path)) {
		const { files, isFlyway } = readFolder(path, list);
		for (const { path: file, database: named } of files) {
			list.file = file;
			if (named !== undefined) {
				list.use(scriptSession, { line: 1, column: 1 }, named);
			}
			await readFile(file, list, kind as Kind | undefined, isFlyway || isFilled ? filled(file) : undefined);
		}
	} else {
		const isFlyway = /(?:^|[\\/])[VRU][\d._]*__[^\\/]*$/.test(path);
		await readFile(path, list, kind as Kind | undefined, isFlyway || isFilled ? filled(path) : undefined);
	}
	return list.toWorkload();
}

async function readFile(
	path: string,
	list: StatementList,
	wanted: Kind | undefined,
	placeholders: Readonly<Record<string, string>> | undefined,
): Promise<void> {
	list.file = path;
	const blocks = blocksOf(path);
	const { value: first = "" } = (await blocks.next()) as { readonly value?: ByteString };
	const found = kindOf(first);
	const kind = wanted ?? found;
	if (kind === "sql" && first.slice(0, beginning).includes("\0")) {
		throw new UsageError(`${path} is no text: it has bytes that no script has`, 2);
	}
	const isScript = (each: Kind): boolean => each === "sql" || each === "mysqldump";
	if (wanted !== undefined && wanted !== found && !(isScript(wanted) && isScript(found))) {
		throw new UsageError(`${path} is not of the kind ${wanted}: by its content it is ${found}`, 2);
	}
	await readers[kind]({ path, blocks: joined(first, blocks), list, placeholders });
}

/** Bytes of a file in which a byte 0 tells that it is no text. */
const beginning = 512;

interface Source {
	readonly path: string;
	readonly blocks: AsyncIterable<ByteString>;
	readonly list: StatementList;
	/** Undefined: `${name}` is text. */
	readonly placeholders: Readonly<Record<string, string>> | undefined;
}

const readers: Readonly<Record<Kind, (source: Source) => Promise<void>>> = {
	sql: ({ path, blocks, list, placeholders }) => {
		const rewrite = placeholders === undefined ? undefined : placeholderRewrite(placeholders);
		return readScript(path, blocks, list, rewrite);
	},
	mysqldump: ({ path, blocks, list }) => readScript(path, blocks, list, dumpRewrite(list)),
	"general-log": ({ blocks, list }) => readGeneralLog(blocks, list),
	"slow-log": ({ blocks, list }) => readSlowLog(blocks, list),
	"line-general-log": ({ blocks, list }) => readLineLog(blocks, list, "general"),
	"line-slow-log": ({ blocks, list }) => readLineLog(blocks, list, "slow"),
	"digest-report": ({ blocks, list }) => readDigestReport(blocks, list),
	recording: ({ blocks, list }) => readRecording(blocks, list),
};

async function readScript(
	path: string,
	blocks: AsyncIterable<ByteString>,
	list: StatementList,
	rewrite: Rewrite | undefined,
): Promise<void> {
	await readScriptText(await textOf(blocks, path), path, list, rewrite);
}

async function* joined(first: ByteString, rest: AsyncIterable<ByteString>): AsyncGenerator<ByteString> {
	yield first;
	yield* rest;
}

function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch (failure) {
		throw new UsageError(`cannot read ${path}: ${reasonOf(failure)}`, 2);
	}
}
