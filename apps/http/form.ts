/**
 * Reads the fields of a POST as the real servers do.
 *
 * In: the query string, and the body where its type is a form's. Out: fields in order, or the sentence of a bad
 * escape.
 */
export class BadEscape extends Error {
	override readonly name = "BadEscape";
}

export type Fields = ReadonlyMap<string, string>;

/** A field of the body wins over one of the query; of several values the first counts. */
export function parseFields(query: string, body: string | undefined): Fields {
	const fields = new Map<string, string>();
	for (const text of [body ?? "", query]) {
		for (const pair of text.split("&")) {
			const [name, ...value] = pair.split("=");
			if (name !== undefined && name !== "") {
				const key = unescape(name);
				const field = unescape(value.join("="));
				if (!fields.has(key)) {
					fields.set(key, field);
				}
			}
		}
	}
	return fields;
}

function unescape(text: string): string {
	const bad = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(text);
	if (bad !== null) {
		throw new BadEscape(`invalid URL escape "${bad[0]}"`);
	}
	const bytes = text
		.replace(/\+/g, " ")
		.replace(/%([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
	return Buffer.from(bytes, "latin1").toString("utf8");
}
