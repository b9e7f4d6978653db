/**
 * Character classes of bytes: space, digit, name part.
 *
 * Bytes from 128 belong to multi-byte characters, which MySQL's lexer treats as letters.
 */
const space = 1;
const digit = 2;
const letter = 4;
const hexadecimal = 8;

const classes = new Uint8Array(256);
for (const code of [9, 10, 11, 12, 13, 32]) {
	classes[code] = space;
}
for (let code = 48; code <= 57; code++) {
	classes[code] = digit | hexadecimal;
}
for (let code = 65; code <= 90; code++) {
	classes[code] = letter;
	classes[code + 32] = letter;
}
for (let code = 65; code <= 70; code++) {
	classes[code] = letter | hexadecimal;
	classes[code + 32] = letter | hexadecimal;
}
for (let code = 128; code <= 255; code++) {
	classes[code] = letter;
}
classes[36] = letter; // $
classes[95] = letter; // _

export function isSpace(code: number): boolean {
	return classes[code] === space;
}

export function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}

/** Part of an unquoted name: letters, digits, `_`, `$` and all bytes beyond ASCII. */
export function isNamePart(code: number): boolean {
	return code <= 255 && (classes[code]! & (letter | digit)) !== 0;
}

export function isHexDigit(code: number): boolean {
	return code <= 255 && (classes[code]! & hexadecimal) !== 0;
}

/** The first position from `at` that is not white space. */
export function skipSpace(text: string, at: number): number {
	while (at < text.length && isSpace(text.charCodeAt(at))) {
		at++;
	}
	return at;
}
