/**
 * Scans operators and punctuation: the longest that begins here, as the same string object, or "".
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
			return next === "=" ? ":=" : ":";
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
