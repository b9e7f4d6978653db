/**
 * Marks: operators and punctuation.
 *
 * In: the text and a position. Out: the longest mark that begins there (always the same string object), or the empty
 * string where none does.
 */
export function scanOperator(text: string, at: number): string {
	const next = text[at + 1];
	switch (text[at]) {
		case "(":
			return "(";
		case ")":
			return ")";
		case ",":
			return ",";
		case "=":
			return "=";
		case "<":
			return next === "=" ? (text[at + 2] === ">" ? "<=>" : "<=") : next === ">" ? "<>" : next === "<" ? "<<" : "<";
		case ">":
			return next === "=" ? ">=" : next === ">" ? ">>" : ">";
		case "!":
			return next === "=" ? "!=" : "!";
		case ":":
			return next === "=" ? ":=" : "";
		case "|":
			return next === "|" ? "||" : "|";
		case "&":
			return next === "&" ? "&&" : "&";
		case "-":
			return next === ">" ? (text[at + 2] === ">" ? "->>" : "->") : "-";
		case "+":
			return "+";
		case "*":
			return "*";
		case "/":
			return "/";
		case "%":
			return "%";
		case "^":
			return "^";
		case "~":
			return "~";
		case "{":
			return "{";
		case "}":
			return "}";
		default:
			return "";
	}
}
