/**
 * XPath syntax tree, made by `path-parse.ts` and evaluated by `path-evaluate.ts`.
 */
import type { ByteString } from "../../types/value/value.ts";

export const axes = [
	"ancestor",
	"ancestor-or-self",
	"attribute",
	"child",
	"descendant",
	"descendant-or-self",
	"following",
	"following-sibling",
	"parent",
	"preceding",
	"preceding-sibling",
	"self",
] as const;

export type Axis = (typeof axes)[number];

export interface PathStep {
	readonly axis: Axis;
	/** Undefined: any node (`*`, node()). */
	readonly name: ByteString | undefined;
	readonly predicates: readonly PathExpression[];
}

export type PathOperator = "or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "div" | "mod" | "|";

export type PathExpression =
	| { readonly kind: "path"; readonly from: "root" | "here" | PathExpression; readonly steps: readonly PathStep[] }
	| { readonly kind: "filter"; readonly of: PathExpression; readonly predicates: readonly PathExpression[] }
	| { readonly kind: "number"; readonly value: number }
	| { readonly kind: "text"; readonly value: ByteString }
	/** `$@name`: a user variable. */
	| { readonly kind: "variable"; readonly name: string }
	| { readonly kind: "negation"; readonly of: PathExpression }
	| {
			readonly kind: "binary";
			readonly operator: PathOperator;
			readonly left: PathExpression;
			readonly right: PathExpression;
	  }
	| { readonly kind: "call"; readonly name: string; readonly operands: readonly PathExpression[] };
