/**
 * Several statements that were sent as one text: a log has them in one entry, or each in one of its own.
 */
import type { ByteString } from "../../../core/index.ts";
import { splitScript } from "../../cli/script.ts";
import { type Place, PlaceFinder } from "../place.ts";

interface SentStatement {
	readonly text: ByteString;
	readonly place: Place;
}

/** A body of statements is none of its own. */
const hasBody =
	/^\s*(?:create|alter)\b[^;]*?\b(?:procedure|function|trigger|event|package)\b|^\s*begin\s+not\s+atomic\b/i;

/** The statements of a text that stands at a place. */
export function statementsOf(text: ByteString, place: Place): readonly SentStatement[] {
	const semicolon = text.indexOf(";");
	if (semicolon < 0 || semicolon === text.length - 1 || hasBody.test(text)) {
		return [{ text, place }];
	}
	const statements = splitScript(text);
	if (statements.length < 2) {
		return [{ text, place }];
	}
	const places = new PlaceFinder(text, place.line);
	return statements.map((each) => {
		const { line, column } = places.find(each.start);
		return { text: each.text, place: { line, column: line === place.line ? column + place.column - 1 : column } };
	});
}
