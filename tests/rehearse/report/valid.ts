/**
 * Validity of printed reports by the schemas of their forms: JSON, SARIF 2.1.0, JUnit XML. Each returns what is wrong.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import xmllint from "xmllint-wasm";
import { root } from "../../root.ts";
import { readSchema } from "./sample.ts";

interface SchemaNode {
	readonly properties?: Readonly<Record<string, SchemaNode>>;
	readonly required?: readonly string[];
	readonly enum?: readonly unknown[];
	readonly description?: string;
	readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

export const reportSchema = JSON.parse(
	readFileSync(join(root, "apps", "rehearse", "report", "rehearsal.schema.json"), "utf8"),
) as SchemaNode;

type Faults = readonly string[];

const published = new Ajv2020({ allErrors: true }).compile(reportSchema as object);
const strict = new Ajv2020({ allErrors: true }).compile(closed(reportSchema) as object);

/** As a reader checks it that takes members added later. */
export function reportFaults(report: unknown): Faults {
	return faults(published, report);
}

/** As strict as readers need not be: no member that the schema lacks. */
export function strictFaults(report: unknown): Faults {
	return faults(strict, report);
}

function closed(node: unknown): unknown {
	if (Array.isArray(node) || typeof node !== "object" || node === null) {
		return Array.isArray(node) ? node.map(closed) : node;
	}
	const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
	return "properties" in node && "type" in node ? { additionalProperties: false, ...copy } : copy;
}

/** Draft 4 says `id` where later drafts, which the validator reads, say `$id`. */
const { id: _, $schema: __, ...sarif } = JSON.parse(readSchema("sarif-2.1.0-rtm.5.json")) as Record<string, unknown>;
const sarifLog = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false }).compile(
	sarif,
);

export function sarifFaults(log: unknown): Faults {
	return faults(sarifLog, log);
}

export async function junitFaults(xml: string): Promise<Faults> {
	const { valid, errors } = await xmllint.validateXML({
		xml: { fileName: "report.xml", contents: xml },
		schema: readSchema("junit.xsd"),
		initialMemoryPages: 1024,
		maxMemoryPages: 4096,
	});
	return valid ? [] : errors.map(({ message }) => message);
}

function faults(isValid: ValidateFunction, value: unknown): Faults {
	return isValid(value) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
