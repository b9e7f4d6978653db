/**
 * Parser and printer of golden scripts: prose, directives and commands; printed with answers under the commands.
 */

export type Line =
	| { readonly kind: "prose"; readonly text: string }
	| {
			readonly kind: "start" | "upgrade";
			readonly text: string;
			readonly release: string | undefined;
			readonly config: readonly string[];
	  }
	| { readonly kind: "options"; readonly text: string; readonly options: readonly string[] }
	| { readonly kind: "releases" | "modes"; readonly text: string; readonly names: readonly string[] }
	| Command;

export interface Command {
	readonly kind: "command";
	readonly text: string;
	readonly connection: string;
	readonly action:
		| { readonly type: "sql"; readonly sql: string }
		/** Traced in memory, after what the script has done so far; the server does not run it. */
		| { readonly type: "trace"; readonly sql: string; readonly sections: string | undefined }
		| { readonly type: "prepared"; readonly sql: string; readonly values: readonly unknown[] }
		| {
				readonly type: "http";
				readonly method: string;
				readonly path: string;
				readonly form: readonly string[] | undefined;
				readonly headers: Readonly<Record<string, string>>;
		  };
}

/** Lines indented by four spaces are answers, which are dropped. */
export function parseScript(text: string): Line[] {
	const lines: Line[] = [];
	let pending: string[] = [];
	for (const line of text.split("\n")) {
		if (line.startsWith("    ") && pending.length === 0) {
			continue;
		}
		if (pending.length === 0 && (line.startsWith("#") || line.trim() === "")) {
			lines.push({ kind: "prose", text: line });
		} else if (pending.length === 0 && line.startsWith("@")) {
			lines.push(parseDirective(line));
		} else if (pending.length === 0 && /^(\w+> )?(GET|HEAD|POST|PUT|DELETE) /.test(line)) {
			lines.push(parseHttp(line));
		} else {
			pending.push(line);
			if (/;( with .*)?$/.test(line.trimEnd())) {
				lines.push(parseSql(pending.join("\n")));
				pending = [];
			}
		}
	}
	if (pending.length > 0) {
		throw new Error(`the script's last command does not end: ${pending.join(" ")}`);
	}
	return lines;
}

function parseDirective(text: string): Line {
	const [word, ...rest] = text.slice(1).trim().split(/\s+/);
	if (word === "options") {
		return { kind: "options", text, options: rest };
	}
	if (word === "releases" || word === "modes") {
		return { kind: word, text, names: rest };
	}
	if (word !== "start" && word !== "upgrade") {
		throw new Error(`unknown directive: ${text}`);
	}
	const release = rest.find((each) => !each.includes("="));
	return { kind: word, text, release, config: rest.filter((each) => each.includes("=")) };
}

function parseSql(text: string): Line {
	const named = /^(\w+)> ([\s\S]*)$/.exec(text);
	const connection = named?.[1] ?? "a";
	const body = named?.[2] ?? text;
	const traced = /^trace( [a-z,]+)?: ([\s\S]*);$/.exec(body);
	if (traced !== null) {
		const [, sections, sql = ""] = traced;
		return { kind: "command", text, connection, action: { type: "trace", sql, sections: sections?.trim() } };
	}
	const prepared = /^prepare ([\s\S]*); with (.*)$/.exec(body);
	if (prepared !== null) {
		const values = JSON.parse(`[${prepared[2] ?? ""}]`) as unknown[];
		return { kind: "command", text, connection, action: { type: "prepared", sql: prepared[1] ?? "", values } };
	}
	return { kind: "command", text, connection, action: { type: "sql", sql: body.trimEnd().replace(/;$/, "") } };
}

/** `POST /path field=value Header:value` */
function parseHttp(text: string): Line {
	const named = /^(\w+)> (.*)$/.exec(text);
	const [method = "", path = "", ...rest] = (named?.[2] ?? text).split(/\s+/);
	const headers = Object.fromEntries(
		rest
			.filter((each) => /^[\w-]+:/.test(each))
			.map((each) => [each.slice(0, each.indexOf(":")), each.slice(each.indexOf(":") + 1)]),
	);
	const form = rest.filter((each) => !/^[\w-]+:/.test(each) && each !== "");
	return {
		kind: "command",
		text,
		connection: named?.[1] ?? "a",
		action: { type: "http", method, path, form: method === "POST" ? form : undefined, headers },
	};
}

/** Prints the script with the answers under each command. */
export function printScript(lines: readonly Line[], answers: ReadonlyMap<Line, readonly string[]>): string {
	return lines
		.flatMap((line) => [line.text, ...(answers.get(line) ?? []).map((answer) => `    ${answer}`.trimEnd())])
		.join("\n");
}
