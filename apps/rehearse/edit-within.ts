/**
 * Edits of texts that run within a statement: a prepared text, the body of a procedure, a function or a trigger, which
 * is made anew as edited before the statement.
 */
import { type ByteString, decodeText, encodeText, quoteName } from "../../core/index.ts";
import { quotedName } from "./statement/named-object.ts";
import { bare } from "./statement/kind.ts";
import { type Ask, askBefore, type PlaceSource } from "./way-out-place.ts";

/** A text within, and what is written for it. */
export interface EditedText {
	readonly from: string;
	readonly to: string;
}

const programs = `select routine_type, routine_schema, routine_name, routine_definition from information_schema.routines
	union all select 'TRIGGER', trigger_schema, trigger_name, action_statement from information_schema.triggers`;

/** Statements that make anew what has the texts; undefined where one of them stands nowhere, as if it was composed. */
export async function remadeWith(
	edits: readonly EditedText[],
	source: PlaceSource,
): Promise<readonly ByteString[] | undefined> {
	return askBefore(source, source.rules, async (rowsFor) => {
		const prepared = await preparedWith(edits, source, rowsFor);
		if (prepared !== undefined) {
			return [prepared];
		}
		const statements: string[] = [];
		const left = new Set(edits);
		for (const [kind = "", schema = "", name = "", body = ""] of await rowsFor(programs)) {
			const own = edits.filter(({ from }) => body.includes(from));
			if (own.length === 0) {
				continue;
			}
			own.forEach((each) => left.delete(each));
			const program = `${kind} ${quotedName(schema)}.${quoteName(name)}`;
			const [row] = await rowsFor(`show create ${program}`);
			statements.push(`DROP ${program}`, withEdits(row?.[2] ?? "", own));
		}
		return statements.length === 0 || left.size > 0 ? undefined : statements.map((text) => encodeText(text));
	});
}

/** The PREPARE of the text that an EXECUTE runs, as a literal. */
async function preparedWith(
	edits: readonly EditedText[],
	{ statement, moment }: PlaceSource,
	rowsFor: Ask,
): Promise<ByteString | undefined> {
	const [, name] = /^\s*execute\s+(`(?:[^`]|``)+`|[\w$]+)/i.exec(decodeText(bare(statement.text))) ?? [];
	const given = moment.setup
		.map((text) => /^\s*prepare\s+(`(?:[^`]|``)+`|[\w$]+)\s+from\s+(.*)$/is.exec(decodeText(bare(text))))
		.findLast((found) => found?.[1]?.toLowerCase() === name?.toLowerCase());
	if (name === undefined || given?.[2] === undefined) {
		return undefined;
	}
	const [row] = await rowsFor(`select ${given[2]}`);
	const text = row?.[0] ?? "";
	return edits.every(({ from }) => text.includes(from))
		? encodeText(`PREPARE ${name} FROM ${quoted(withEdits(text, edits))}`)
		: undefined;
}

function withEdits(text: string, edits: readonly EditedText[]): string {
	return edits.reduce((now, { from, to }) => now.replaceAll(from, () => to), text);
}

function quoted(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
