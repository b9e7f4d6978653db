/**
 * POSIX names of character classes and of single characters within the brackets of a regular expression.
 */
export const classNames: ReadonlySet<string> = new Set([
	"alnum",
	"alpha",
	"blank",
	"cntrl",
	"digit",
	"graph",
	"lower",
	"print",
	"punct",
	"space",
	"upper",
	"xdigit",
]);

const controls =
	"NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB " +
	"ESC IS4 IS3 IS2 IS1";

const signs: readonly (readonly [character: string, ...names: string[]])[] = [
	["\x07", "alert"],
	["\b", "backspace"],
	["\t", "tab"],
	["\n", "newline"],
	["\v", "vertical-tab"],
	["\f", "form-feed"],
	["\r", "carriage-return"],
	["\x1c", "FS"],
	["\x1d", "GS"],
	["\x1e", "RS"],
	["\x1f", "US"],
	[" ", "space"],
	["!", "exclamation-mark"],
	['"', "quotation-mark"],
	["#", "number-sign"],
	["$", "dollar-sign"],
	["%", "percent-sign"],
	["&", "ampersand"],
	["'", "apostrophe"],
	["(", "left-parenthesis"],
	[")", "right-parenthesis"],
	["*", "asterisk"],
	["+", "plus-sign"],
	[",", "comma"],
	["-", "hyphen", "hyphen-minus"],
	[".", "period", "full-stop"],
	["/", "slash", "solidus"],
	[":", "colon"],
	[";", "semicolon"],
	["<", "less-than-sign"],
	["=", "equals-sign"],
	[">", "greater-than-sign"],
	["?", "question-mark"],
	["@", "commercial-at"],
	["[", "left-square-bracket"],
	["\\", "backslash", "reverse-solidus"],
	["]", "right-square-bracket"],
	["^", "circumflex", "circumflex-accent"],
	["_", "underscore", "low-line"],
	["`", "grave-accent"],
	["{", "left-brace", "left-curly-bracket"],
	["|", "vertical-line"],
	["}", "right-brace", "right-curly-bracket"],
	["~", "tilde"],
	["\x7f", "DEL"],
];

const digits = "zero one two three four five six seven eight nine";

export const collatingNames: ReadonlyMap<string, string> = new Map([
	...controls.split(" ").map((name, code) => [name, String.fromCharCode(code)] as const),
	...signs.flatMap(([character, ...names]) => names.map((name) => [name, character] as const)),
	...digits.split(" ").map((name, digit) => [name, String(digit)] as const),
]);
