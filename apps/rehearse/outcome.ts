/**
 * Outcome of a statement at a stop: what a client sees, as digests and counts, and what changed in the catalog.
 *
 * Rows without ORDER BY are compared as sets: the real servers promise no order. Counters of AUTO_INCREMENT are left
 * out, since they jump at a restart.
 */
import { createHash } from "node:crypto";
import {
	type ByteString,
	type Decision,
	decodeText,
	encodeText,
	type OkResult,
	printText,
	type ResultColumn,
	type ResultSink,
	type Row,
	type SessionStatus,
	type SqlError,
} from "../../core/index.ts";
import type { FindingClass } from "./report/format.ts";
import { counted } from "./report/tally.ts";
import { hasOrder } from "./statement/kind.ts";

/** Code of what is no SQL, or none that the server reads. */
export const syntaxError = 1064;

export interface OutcomeError {
	readonly code: number;
	readonly state: string;
	readonly message: string;
	/** The rule that refused; absent: the kernel itself did. */
	readonly decision?: Decision;
}

export interface Outcome {
	readonly kind: "ok" | "rows" | "error" | "pending";
	readonly error?: OutcomeError;
	/** Rows sent, of all results. */
	readonly rows: number;
	readonly affected: number;
	/** Of names and rows. */
	readonly digest: string;
	/** Of the types of columns. */
	readonly types: string;
	readonly warnings: readonly string[];
	/** Of DDL: what changed in the catalog. */
	readonly effect?: readonly string[];
	/** Texts that ran within it, of routines, triggers and EXECUTE: of an error that which failed, else the first few. */
	readonly within?: readonly ByteString[];
	/** The beginning of the answer, for people. */
	readonly shown: string;
}

/** Characters of an answer that are kept. */
const shownCharacters = 400;
const nothingSeen = "";

export const pending: Outcome = {
	kind: "pending",
	rows: 0,
	affected: 0,
	digest: "",
	types: "",
	warnings: [],
	shown: "waits for a lock",
};

/** Takes results of one statement. */
export class OutcomeSink implements ResultSink {
	warningCount = 0;
	#columns: readonly ResultColumn[] = [];
	#hasRows = false;
	#rows = 0;
	#affected = 0;
	#lines: ByteString[] = [];
	readonly #parts: string[] = [];
	readonly #types: string[] = [];
	#shown = "";
	#error: OutcomeError | undefined;
	readonly #ordered: boolean;

	constructor(text: ByteString) {
		this.#ordered = hasOrder(text);
	}

	get failed(): boolean {
		return this.#error !== undefined;
	}

	begin(columns: readonly ResultColumn[]): void {
		this.#columns = columns;
		this.#hasRows = true;
		this.#lines = [];
		this.#types.push(columns.map(({ type }) => `${type?.name ?? ""}/${type?.charset ?? ""}`).join());
	}

	rows(batch: readonly Row[]): void {
		for (const row of batch) {
			this.#rows++;
			const cells = this.#columns.map(({ type }, at) => printText(row[at] ?? null, type) ?? "NULL");
			this.#lines.push(cells.join("\t").replace(/ AUTO_INCREMENT=\d+/g, ""));
		}
	}

	end({ warningCount }: SessionStatus): void {
		this.warningCount += warningCount;
		const lines = this.#ordered ? this.#lines : this.#lines.sort();
		const names = this.#columns.map(({ name }) => encodeText(name)).join("\t");
		const text = `${names}\n${lines.join("\n")}`;
		this.#parts.push(text.length > 64 ? createHash("md5").update(text, "latin1").digest("base64") : text);
		if (this.#shown === nothingSeen) {
			this.#shown = beginningOf(lines.join("\n"));
		}
		this.#lines = [];
	}

	ok({ affectedRows, warningCount }: OkResult): void {
		this.warningCount += warningCount;
		this.#affected += Number(affectedRows);
		this.#parts.push(`ok ${affectedRows}`);
	}

	error({ code, state, message, decision }: SqlError): void {
		this.#error = { code, state, message, ...(decision === undefined ? {} : { decision }) };
	}

	outcome(
		warnings: readonly string[],
		effect: readonly string[] | undefined,
		within: readonly ByteString[] = [],
	): Outcome {
		const error = this.#error;
		const counts = {
			rows: this.#rows,
			affected: this.#affected,
			types: this.#types.join(";"),
			warnings,
			...(within.length === 0 ? {} : { within }),
		};
		if (error !== undefined) {
			const shown = `ERROR ${error.code} (${error.state}): ${error.message}`;
			return { kind: "error", error, ...counts, digest: "", shown };
		}
		return {
			kind: this.#hasRows ? "rows" : "ok",
			...counts,
			digest: this.#parts.join("\n"),
			...(effect === undefined ? {} : { effect }),
			shown: this.#hasRows ? decodeText(this.#shown) : `ok, ${counted(this.#affected, "row")}`,
		};
	}
}

/** A copy: a slice would keep the whole answer in memory. */
function beginningOf(text: ByteString): ByteString {
	return text.length > shownCharacters
		? Buffer.from(text.slice(0, shownCharacters), "latin1").toString("latin1")
		: text;
}

/** Classes of a change from one outcome to another. */
export function changeOf(from: Outcome, to: Outcome): FindingClass | "same" {
	if (from.kind === "pending" || to.kind === "pending") {
		return "same";
	}
	if (from.error === undefined && to.error !== undefined) {
		return "breaks";
	}
	if (from.error !== undefined && to.error === undefined) {
		return "begins-to-work";
	}
	if (from.error !== undefined && to.error !== undefined) {
		return isSameError(from, to) ? "same" : "fails-otherwise";
	}
	if (from.kind !== to.kind || from.digest !== to.digest) {
		return from.kind === "rows" || to.kind === "rows" ? "rows-differ" : "count-differs";
	}
	if (from.effect !== undefined && to.effect !== undefined && madeBy(from.effect) !== madeBy(to.effect)) {
		return from.effect.length === 0 ? "takes-effect" : to.effect.length === 0 ? "loses-effect" : "effect-differs";
	}
	if (from.warnings.join("\n") !== to.warnings.join("\n")) {
		return "warnings-differ";
	}
	return from.types === to.types ? "same" : "metadata-differs";
}

/** The state after it; the one before is an earlier statement's. */
function madeBy(effect: readonly string[]): string {
	return effect.map((line) => line.replace(/ \(was .*\)$/s, "")).join("\n");
}

/** Differences, the gravest first: an outcome may show several, of which `changeOf` names the gravest. */
const depths: readonly (readonly (FindingClass | "same")[])[] = [
	["breaks", "begins-to-work", "fails-otherwise", "works-again"],
	["rows-differ", "count-differs"],
	["loses-effect", "takes-effect", "effect-differs"],
	["warnings-differ"],
	["metadata-differs"],
	["same"],
];
const effects = 2;

function depthOf(of: FindingClass | "same"): number {
	return depths.findIndex((classes) => classes.includes(of));
}

/** Alike as far as a difference of the class would show: other rows are no less other for the types of columns. */
export function isAlike(one: Outcome, other: Outcome, of: FindingClass): boolean {
	return depthOf(changeOf(one, other)) > Math.max(depthOf(of), effects * Number(depthOf(of) === 0));
}

/** The same answer, without an error. */
export function isEqual(one: Outcome, other: Outcome): boolean {
	return one.error === undefined && changeOf(one, other) === "same" && one.shown === other.shown;
}

/** Otherwise than by warnings and types of columns alone. */
export function differs(from: Outcome, to: Outcome): boolean {
	return !["same", "warnings-differ", "metadata-differs"].includes(changeOf(from, to));
}

/** Both fail, in the same words. */
export function isSameError({ error: one }: Outcome, { error: other }: Outcome): boolean {
	return one !== undefined && one.code === other?.code && one.message === other.message;
}

/** The first warning that the other outcome does not have. */
export function newWarning({ warnings }: Outcome, other: Outcome): { code: number; message: string } | undefined {
	const news = warnings.find((each) => !other.warnings.includes(each));
	const [, code, message = ""] = /^\w+ (\d+) (.*)$/s.exec(news ?? "") ?? [];
	return code === undefined ? undefined : { code: Number(code), message };
}

/** A message without the values in it: what statements with the same cause have in common. */
export function messageTemplate(message: string): string {
	return message
		.replace(/\b[0-9a-f]{4,}\(.*?\)(?= for column)/s, "…")
		.replace(/for column \S+/, "for column …")
		.replace(/near '.*/s, "near …")
		.replace(/'[^']*'/g, "'…'")
		.replace(/\d+/g, "…");
}

/** Outcome in words: of its effect what differs from the other's. */
export function outcomeWords({ shown, effect, warnings }: Outcome, other: Outcome): string {
	const parts = effect === undefined ? [] : differingParts(effect, other.effect ?? []);
	const changed = effect === undefined ? "" : effect.length === 0 ? ", does nothing" : `: ${parts.join("; ")}`;
	const warned = warnings.length === 0 ? "" : `, ${counted(warnings.length, "warning")}: ${warnings.join("; ")}`;
	// Of a definition no row is counted.
	const answer = changed !== "" && shown === "ok, 0 rows" ? "ok" : shown;
	return `${answer}${changed}${warned}`.slice(0, shownCharacters);
}

/** The lines, and of a made table the columns, that the other does not have; all where it has all. */
function differingParts(effect: readonly string[], other: readonly string[]): readonly string[] {
	const known = new Set(other.flatMap((line) => [line, ...line.split("; ")]));
	const parts = effect
		.filter((line) => !known.has(line))
		.map((line) => {
			const [head = "", ...rest] = line.split("; ");
			const differing = rest.filter((part) => !known.has(part));
			const name = known.has(head) ? head.replace(/:.*/, ":") : head;
			return rest.length === 0 ? line : `${name} ${differing.join("; ")}`;
		});
	return parts.length > 0 ? parts : effect;
}
