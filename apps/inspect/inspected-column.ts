/**
 * Columns with character sets: as written, as recorded, as the release in force reads them and as it shows them.
 */
import {
	columnFacts,
	decodeText,
	defaultCollation,
	encodeText,
	type FastStore,
	isCharacterType,
	type Kernel,
	loadSchema,
	type ResultSink,
	type Row,
	type rules,
	type Schema,
	schemaQuestions,
	type Session,
	SwitchBoard,
	type SwitchValue,
	quoteName,
} from "../../core/index.ts";

/** A kernel that is open under a release, and the store below it. */
export interface OpenedStore {
	readonly kernel: Kernel;
	readonly store: FastStore;
}

export interface InspectedColumn {
	readonly database: string;
	readonly table: string;
	readonly column: string;
	readonly type: string;
	/** The column's own clause; absent: none was written. A pair is one word where the collation is the default one. */
	readonly written?: string;
	/** As recorded when it was made. */
	readonly resolved: string;
	/** As the release in force reads it: checks and conversions go by that. */
	readonly inForce: string;
	/** As SHOW CREATE TABLE lets one believe: the column's word, else the table's. */
	readonly shown: string;
	/** The release that made the column. */
	readonly under: string;
	/** Stored or read as utf8: it is searched for characters of four bytes. */
	readonly isUtf8: boolean;
}

/** Databases of the server itself. */
const ownDatabases = new Set(["mysql", "information_schema", "performance_schema", "sys"]);

/** In the order of databases, tables and columns; those of the server itself are left out. */
export async function inspectColumns({ kernel, store }: OpenedStore): Promise<readonly InspectedColumn[]> {
	const schema = await schemaOf({ kernel, store });
	const session = await connect(kernel);
	const columns: InspectedColumn[] = [];
	try {
		for (const database of schema.databases.values()) {
			for (const table of ownDatabases.has(database.name.toLowerCase()) ? [] : database.tables.values()) {
				const shown = shownCharsets(await createText(session, database.name, table.name));
				for (const column of table.columns.filter(({ type }) => isCharacterType(type))) {
					const { written, resolved, inForce, release } = columnFacts(column);
					columns.push({
						database: database.name,
						table: table.name,
						column: column.name,
						type: column.type.name,
						...(written.charset === undefined && written.collation === undefined
							? {}
							: { written: clauseText(written) }),
						resolved: pairText(resolved),
						inForce: pairText(inForce),
						shown: shown.get(column.name) ?? shown.get("") ?? pairText(inForce),
						under: release,
						isUtf8: [resolved, inForce].some(({ charset }) => charset.toLowerCase() === "utf8"),
					});
				}
			}
		}
	} finally {
		session.close();
	}
	return columns;
}

/** By column: the word behind CHARSET on its line; under the empty name the table's. */
function shownCharsets(created: string): ReadonlyMap<string, string> {
	const shown = new Map<string, string>();
	for (const line of created.split("\n")) {
		const name = /^ {2}`((?:[^`]|``)+)` /.exec(line)?.[1]?.replaceAll("``", "`");
		const definition = line.replace(/'(?:[^'\\]|\\.|'')*'/g, "''");
		const column = /\b(?:CHARSET|CHARACTER SET) (\w+)(?: COLLATE (\w+))?/.exec(definition);
		const table = /^\) .*\bCHARSET=(\w+)(?: COLLATE=(\w+))?/.exec(definition);
		const found = name === undefined ? table : column;
		if (found !== null) {
			const [, charset = "", collation = ""] = found;
			shown.set(name ?? "", pairText({ charset, collation }));
		}
	}
	return shown;
}

async function createText(session: Session, database: string, table: string): Promise<string> {
	let text = "";
	const take = (rows: readonly Row[]): void => {
		text = decodeText(String(rows[0]?.[1] ?? ""));
	};
	await session.execute(encodeText(`show create table ${quoteName(database)}.${quoteName(table)}`), rowSink(take));
	return text;
}

function clauseText({ charset = "", collation = "" }: rules.Clause): string {
	return [charset, collation].filter((word) => word !== "").join(" ");
}

/** The default collation of a character set is not said. */
function pairText({ charset, collation }: rules.CharsetPair): string {
	const isDefault = collation === "" || charset === "" || collation === defaultCollation(charset.toLowerCase());
	return isDefault ? charset : `${charset} ${collation}`;
}

export async function schemaOf({ kernel, store }: OpenedStore): Promise<Schema> {
	const declared = kernel.book.switches();
	const values = new Map<string, SwitchValue>(declared.map(({ setting }) => [setting, kernel.switches.read(setting)]));
	const snapshot = store.snapshot();
	try {
		return await loadSchema(snapshot, schemaQuestions(kernel.book, new SwitchBoard(declared, values, () => {})));
	} finally {
		snapshot.release();
	}
}

const binaryCollation = 63;

/** Text comes as it is stored. */
export function connect(kernel: Kernel): Promise<Session> {
	return kernel.connect({
		user: "root",
		accountHost: "localhost",
		host: "localhost",
		collationId: binaryCollation,
		connectionId: 1,
	});
}

/** Receives the rows of one SELECT; throws what the statement fails with. */
export function rowSink(take: (rows: readonly Row[]) => void): ResultSink {
	return {
		begin() {},
		rows: take,
		end() {},
		ok() {},
		error(failure) {
			throw failure;
		},
	};
}
