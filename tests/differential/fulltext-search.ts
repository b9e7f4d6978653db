/**
 * Generator of random full-text searches, and of the documents that they search.
 */
import type { Choice } from "./choice.ts";

/** Words of an index, words beginning alike, stopwords, words that are too short, and what separates words. */
const words = [
	..."apple apples applet banana bananas cherry date elderberry fig_tree grape2 12345".split(" "),
	..."Apple BANANA naïve Äpfel the of about ab x".split(" "),
];

const separators = [" ", " ", " ", ", ", ".", "  ", "; ", "'", "😀", "\n"];

export function documentText(choice: Choice): string | null {
	if (choice.oneIn(12)) {
		return null;
	}
	return Array.from({ length: choice.between(0, 14) }, () => `${choice.pick(words)}${choice.pick(separators)}`).join(
		"",
	);
}

/** Parts of a search beside words, signs and parentheses. */
type Manner = "plain" | "prefixes" | "phrases";

export function naturalSearch(choice: Choice, manner: Manner): string {
	return Array.from({ length: choice.between(1, 4) }, () => operand(choice, manner)).join(" ");
}

/** Well-formed but for one in ten. */
export function booleanSearch(choice: Choice, manner: Manner): string {
	const text = list(choice, manner, 2);
	if (!choice.oneIn(10)) {
		return text;
	}
	const parts = text.split(" ");
	parts.splice(choice.between(0, parts.length), 0, choice.pick(["+", "-", ")", "@", "~ <"]));
	return parts.join(" ");
}

function list(choice: Choice, manner: Manner, depth: number): string {
	return Array.from({ length: choice.between(1, 4) }, () => {
		const sign = choice.pick(["", "", "+", "+", "-", "~", "<", ">"]);
		return depth > 0 && choice.oneIn(5)
			? `${sign}(${list(choice, manner, depth - 1)})`
			: `${sign}${operand(choice, manner)}`;
	}).join(" ");
}

function operand(choice: Choice, manner: Manner): string {
	if (manner === "phrases" && choice.oneIn(2)) {
		const inner = Array.from({ length: choice.between(1, 3) }, () => choice.pick(words)).join(" ");
		return `"${inner}"${choice.oneIn(4) ? ` @${choice.between(1, 8)}` : ""}`;
	}
	return `${choice.pick(words)}${manner === "prefixes" && choice.oneIn(3) ? "*" : ""}`;
}
