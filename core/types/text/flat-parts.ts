/**
 * Long texts that grow by a few bytes at a time: each part of a growing string is an object until it is flat, 32 bytes
 * for a character.
 */
/** A text that has grown to this length is taken. */
export const partLength = 4096;

export class FlatParts {
	readonly #parts: string[] = [];

	/** Returns the text that grows on. */
	take(grown: string): string {
		// To read from a string makes it flat.
		grown.charCodeAt(0);
		this.#parts.push(grown);
		return "";
	}

	/** All parts, and the rest. */
	with(rest: string): string {
		return this.#parts.join("") + rest;
	}
}
