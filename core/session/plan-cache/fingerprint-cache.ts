/**
 * Fingerprint cache: texts that differ in their literals alone share a syntax tree and plans.
 *
 * A lookup returns the parameterized statement and the text's literals as parameters; undefined where the text cannot
 * be parameterized (`sql/parameterize/`): then it is parsed as it is. That result is cached too, so that it is tried
 * once.
 */
import { usesFastPath } from "../../async/fast-path.ts";
import { ValuesRows, type ParameterList, type RowParameter } from "../../exec/values-rows.ts";
import {
	asciiKind,
	decimalKind,
	doubleKind,
	integerKind,
	longDecimalKind,
	longIntegerKind,
	textKind,
} from "../../sql/parameterize/literal-kind.ts";
import { RowReader } from "../../sql/parameterize/row-reader.ts";
import { type ParameterizedStatement, parameterizedStatement } from "../../sql/parameterize/parameterized-statement.ts";
import { FingerprintScanner } from "../../sql/parameterize/fingerprint-scanner.ts";
import type { Parser } from "../../sql/parser.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { type SqlType, sqlType } from "../../types/value/type.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import type { CacheBudget, CachePlace } from "./cache-budget.ts";
import { StatementText } from "./statement-text.ts";

/** Literals of a shape that are no parameters recur in few variants, or the text is parsed each time. */
const maximumVariants = 20;

interface FingerprintedStatement {
	readonly statement: StatementText;
	readonly parameters: ParameterList;
}

interface Variant {
	readonly statement: StatementText;
	readonly types: readonly SqlType[];
}

interface Shape {
	readonly lifted: ParameterizedStatement;
	/** By the text of the literals that are not parameterized. */
	readonly variants: Map<ByteString, Variant>;
}

/** A cached fingerprint; null: it cannot be parameterized. */
class SeenShape implements CachePlace {
	isUsed = false;
	readonly text: string;
	readonly shape: Shape | null;
	readonly #all: Map<number, SeenShape[]>;
	readonly #hash: number;

	constructor(text: string, shape: Shape | null, all: Map<number, SeenShape[]>, hash: number) {
		this.text = text;
		this.shape = shape;
		this.#all = all;
		this.#hash = hash;
		const others = all.get(hash);
		if (others === undefined) {
			all.set(hash, [this]);
		} else {
			others.push(this);
		}
	}

	empty(): void {
		const others = this.#all.get(this.#hash)?.filter((each) => each !== this) ?? [];
		if (others.length === 0) {
			this.#all.delete(this.#hash);
		} else {
			this.#all.set(this.#hash, others);
		}
	}

	/** In bytes. */
	get weight(): number {
		let weight = shapeBytes + this.text.length;
		for (const { statement } of this.shape?.variants.values() ?? []) {
			weight += statement.treeWeight;
		}
		return weight;
	}
}

const shapeBytes = 300;

/** One scanner for all sessions: a text is scanned and its literals are read without interruption. */
const scan = new FingerprintScanner();

const noShapes: readonly SeenShape[] = [];

export class FingerprintCache {
	readonly #parser: Parser;
	readonly #budget: CacheBudget;
	/** By hash. */
	readonly #seen = new Map<number, SeenShape[]>();
	/** Settings that the texts are parsed and typed with. */
	readonly #settings: SessionSettings;
	/** Types of literals by kind; empty: nothing is parameterized. */
	readonly #types: SqlType[];

	constructor(parser: Parser, settings: SessionSettings, budget: CacheBudget) {
		this.#parser = parser;
		this.#budget = budget;
		this.#settings = settings;
		this.#types = literalTypes(settings);
	}

	find(text: ByteString): FingerprintedStatement | undefined {
		if (this.#types.length === 0 || !scan.scan(text, true, this.#settings.parserMode.ansiQuotes)) {
			return undefined;
		}
		let found: SeenShape | undefined;
		for (const seen of this.#seen.get(scan.fingerprint.hash) ?? noShapes) {
			if (scan.fingerprint.is(seen.text)) {
				found = seen;
				found.isUsed = true;
			}
		}
		found ??= this.#make(text);
		return found.shape === null ? undefined : this.#shaped(text, found, found.shape);
	}

	#make(text: ByteString): SeenShape {
		const { hash } = scan.fingerprint;
		const lifted = this.#parsed(text);
		const shape = lifted === undefined ? null : { lifted, variants: new Map<ByteString, Variant>() };
		const made = new SeenShape(scan.fingerprint.text(), shape, this.#seen, hash);
		if (shape !== null) {
			shape.variants.set(keptText(shape.lifted), this.#variant(shape.lifted));
		}
		this.#budget.fill(made, made.weight);
		return made;
	}

	/** Parses the parameterized text. Undefined on an error, which parsing the plain text reports. */
	#parsed(text: ByteString): ParameterizedStatement | undefined {
		try {
			return parameterizedStatement(text, scan, this.#parser, this.#settings.parserMode);
		} catch {
			return undefined;
		}
	}

	#variant(lifted: ParameterizedStatement): Variant {
		return { statement: new StatementText(lifted.parsed, true), types: lifted.kinds.map((kind) => this.#types[kind]!) };
	}

	#shaped(text: ByteString, seen: SeenShape, shape: Shape): FingerprintedStatement | undefined {
		const kept = shape.lifted.kept.length === 0 ? "" : keptText(shape.lifted);
		let variant = shape.variants.get(kept);
		if (variant === undefined) {
			const lifted = shape.variants.size < maximumVariants ? this.#parsed(text) : undefined;
			// The positions of parameters depend on the fingerprint alone, except where a literal's kind is ambiguous.
			if (lifted === undefined || String(lifted.lifted) !== String(shape.lifted.lifted)) {
				return undefined;
			}
			variant = this.#variant(lifted);
			shape.variants.set(kept, variant);
			this.#budget.fill(seen, seen.weight);
		}
		return { statement: variant.statement, parameters: parametersOf(text, shape.lifted, variant.types) };
	}
}

/**
 * Types literals as `plan/bind/literal.ts` does, where the text's charset is the connection's; else nothing is
 * parameterized.
 */
function literalTypes({ parserMode, resolution }: SessionSettings): SqlType[] {
	const { connectionCharset: charset, connectionCollation: collation } = resolution;
	const types: SqlType[] = [];
	if (!usesFastPath("plan-cache") || parserMode.noBackslashEscapes || (charset !== "utf8" && charset !== "utf8mb4")) {
		return types;
	}
	types[integerKind] = sqlType("bigint", { length: 15 });
	types[doubleKind] = sqlType("double");
	types[longIntegerKind] = sqlType("bigint", { length: 19 });
	types[asciiKind] = sqlType("varchar", { length: 65535, charset, collation });
	types[textKind] = types[asciiKind];
	for (let scale = 0; scale <= 15; scale++) {
		types[decimalKind + scale] = sqlType("decimal", { length: 15, scale });
	}
	for (let scale = 0; scale <= 30; scale++) {
		types[longDecimalKind + scale] = sqlType("decimal", { length: 60, scale });
	}
	return types;
}

function keptText({ kept }: ParameterizedStatement): ByteString {
	return kept.map((literal) => scan.written(literal)).join("\0");
}

function parametersOf(
	text: ByteString,
	{ rowParameters, lifted }: ParameterizedStatement,
	types: readonly SqlType[],
): ParameterList {
	const parameters: TypedValue[] = [];
	for (let at = 0; at < rowParameters; at++) {
		parameters.push({ type: types[at]!, value: null });
	}
	for (let at = 0; at < lifted.length; at++) {
		parameters.push({ type: types[rowParameters + at]!, value: scan.value(lifted[at]!) });
	}
	const { rows } = scan;
	if (rows === undefined) {
		return parameters;
	}
	const widths = rows.forms.map(({ kinds }) => kinds.length);
	const reader = new RowReader(
		text,
		scan.rowsFrom,
		rows.forms.map(({ cells }) => cells),
	);
	return Object.assign(parameters, {
		rows: new ValuesRows(rows.count, rows.formOf, reader, widths, parameters as RowParameter[]),
	});
}
