/**
 * Generator of random expressions of a given type.
 *
 * Each rule is a template with the types of its parts, so that almost every statement is meaningful; occasionally a
 * part has another type, so that conversions are tested, too.
 */
import type { Choice } from "./choice.ts";
import { templates } from "./expression-template.ts";
import { literal } from "./literal.ts";
import type { Piece, Sort } from "./piece.ts";
import type { Column } from "./schema.ts";

const neighbours: Partial<Record<Sort, readonly Sort[]>> = {
	integer: ["decimal", "integer", "boolean"],
	decimal: ["integer"],
	text: ["integer", "text"],
	boolean: ["integer"],
	datetime: ["date"],
	double: ["integer", "decimal"],
};

export interface Scope {
	/** Columns, named as the expression must name them. */
	readonly columns: readonly Column[];
}

export function expression(choice: Choice, sort: Sort, { columns }: Scope, depth: number): Piece {
	const own = columns.filter((column) => column.sort === sort);
	if (depth <= 0 || choice.oneIn(4)) {
		return own.length > 0 && !choice.oneIn(4)
			? { sort, optional: false, parts: [choice.pick(own).name] }
			: choice.oneIn(12)
				? { sort, optional: false, parts: ["null"] }
				: literal(choice, sort);
	}
	return filled(choice, sort, choice.pick(templates[sort]!), { columns }, depth);
}

function filled(choice: Choice, sort: Sort, template: string, scope: Scope, depth: number): Piece {
	const parts: (string | Piece)[] = [];
	for (const part of template.split(/(\$[a-z]+|#\d+)/)) {
		if (part.startsWith("$") && part.slice(1) in templates) {
			const wanted = part.slice(1) as Sort;
			const given = choice.oneIn(25) ? choice.pick(neighbours[wanted] ?? [wanted]) : wanted;
			parts.push(expression(choice, given, scope, depth - 1));
		} else if (part.startsWith("#")) {
			parts.push(String(choice.between(0, Number(part.slice(1)))));
		} else if (part !== "") {
			parts.push(part);
		}
	}
	return { sort, optional: false, parts };
}
