/**
 * `/openapi.json`: the HTTP interface described for programs.
 *
 * In: what the server calls itself. Out: a document of OpenAPI 3.1. A test holds its paths to the routes there are.
 */
interface Answer {
	readonly description: string;
	readonly content?: object;
}

const json = (description: string): Answer => ({
	description,
	content: { "application/json": { schema: { type: "object" } } },
});
const list = (description: string): Answer => ({
	description,
	content: { "application/json": { schema: { type: "array", items: { type: "object" } } } },
});
const text = (description: string): Answer => ({
	description,
	content: { "text/plain": { schema: { type: "string" } } },
});

const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });

function get(
	summary: string,
	answer: Answer,
	parameters: readonly object[] = [],
	failures: Readonly<Record<string, Answer>> = {},
): object {
	return { get: { summary, parameters, responses: { 200: answer, ...failures } } };
}

const unknownName = { 400: text("No such database or table.") };

export function describeInterface(version: string): object {
	const tableId = { name: "table_id", in: "query", required: false, schema: { type: "integer" } };
	return {
		openapi: "3.1.0",
		info: { title: "verso", version, description: "Metadata records, settings and health of a verso server." },
		paths: {
			"/schema": get("All databases, or the table with an id.", list("Metadata records."), [tableId], unknownName),
			"/schema/{database}": get(
				"All tables of a database.",
				list("Metadata records."),
				[inPath("database")],
				unknownName,
			),
			"/schema/{database}/{table}": get(
				"A table: charset, collation, columns.",
				json("A metadata record."),
				[inPath("database"), inPath("table")],
				unknownName,
			),
			"/settings": {
				...get("The configuration in force.", json("Settings by name.")),
				post: {
					summary: "Changes settings of this server.",
					requestBody: {
						content: {
							"application/x-www-form-urlencoded": {
								schema: { type: "object", additionalProperties: { type: "string" } },
							},
						},
					},
					responses: {
						200: { description: "Done." },
						400: text("An unknown setting or value; nothing was changed."),
						403: text("From a foreign host, origin or site."),
					},
				},
			},
			"/status": get("Connections and version.", json("What the server is.")),
			"/livez": get("Is the process alive?", text("ok"), [], { 503: text("Why the store can't serve.") }),
			"/readyz": get("Can statements be answered?", text("ok"), [], { 503: text("Why not.") }),
			"/metrics": get("Counters for Prometheus.", text("Prometheus' text format.")),
			"/openapi.json": get("This document.", json("OpenAPI 3.1.")),
		},
	};
}
