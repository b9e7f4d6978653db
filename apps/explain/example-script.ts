/**
 * The example of a rule's guide: a SQL script with directions in comments, as steps.
 */
import { decodeText, encodeText } from "../../core/index.ts";
import { splitScript } from "../cli/script.ts";

export type ExampleStep =
	| { readonly kind: "statement"; readonly text: string }
	/** Steps above ran before the rule, in both plays: at the release before, or at the one that is named. */
	| { readonly kind: "upgrade"; readonly from?: string }
	/** For the starts that follow; the first is one of them where nothing stands above. */
	| { readonly kind: "config"; readonly key: string; readonly value: string }
	| { readonly kind: "restart" }
	| { readonly kind: "new-session"; readonly collationId?: number }
	| { readonly kind: "get"; readonly database: string; readonly table: string }
	| { readonly kind: "post"; readonly fields: string };

/** Throws for a direction that is none. */
export function stepsOf(example: string): readonly ExampleStep[] {
	const steps: ExampleStep[] = [];
	let statements = "";
	const flush = (): void => {
		steps.push(
			...splitScript(encodeText(statements)).map(
				({ text }) => ({ kind: "statement", text: decodeText(text) }) as const,
			),
		);
		statements = "";
	};
	for (const line of example.split("\n")) {
		if (line.startsWith("-- ")) {
			flush();
			steps.push(direction(line.slice("-- ".length).trim()));
		} else {
			statements += `${line}\n`;
		}
	}
	flush();
	return steps;
}

function direction(words: string): ExampleStep {
	const config = /^config ([\w-]+) = (\S+)$/.exec(words);
	const get = /^GET \/schema\/(\w+)\/(\w+)$/.exec(words);
	const post = /^POST \/settings (\S+)$/.exec(words);
	if (config !== null) {
		return { kind: "config", key: config[1] as string, value: config[2] as string };
	}
	if (get !== null) {
		return { kind: "get", database: get[1] as string, table: get[2] as string };
	}
	if (post !== null) {
		return { kind: "post", fields: post[1] as string };
	}
	const upgrade = /^upgrade(?: from (\d[\d.]*))?$/.exec(words);
	const session = /^new session(?: with collation (\d+))?$/.exec(words);
	if (upgrade !== null) {
		return { kind: "upgrade", ...(upgrade[1] === undefined ? {} : { from: upgrade[1] }) };
	}
	if (session !== null) {
		return { kind: "new-session", ...(session[1] === undefined ? {} : { collationId: Number(session[1]) }) };
	}
	if (words === "restart") {
		return { kind: "restart" };
	}
	throw new Error(`an example has no direction ${words}`);
}

/** A step as a page prints it. */
export function stepText(step: ExampleStep): string {
	switch (step.kind) {
		case "statement":
			return `${step.text};`;
		case "config":
			return `(config.toml: ${step.key} = ${step.value})`;
		case "get":
			return `GET /schema/${step.database}/${step.table}`;
		case "post":
			return `POST /settings ${step.fields}`;
		case "new-session":
			return step.collationId === undefined ? "(another session)" : `(another session, collation ${step.collationId})`;
		case "upgrade":
			return step.from === undefined ? "(upgrade)" : `(upgrade; the above ran at ${step.from})`;
		case "restart":
			return "(restart)";
	}
}
