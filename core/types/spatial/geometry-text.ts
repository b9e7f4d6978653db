/**
 * Well-known text (WKT) of shapes: parser and printer.
 *
 *     POINT(1 2)    LINESTRING(0 0,1 1)    POLYGON((0 0,4 0,4 4,0 0),(...))    MULTIPOINT((0 0),(1 1))
 *     GEOMETRYCOLLECTION(POINT(1 2),...)    GEOMETRYCOLLECTION()
 */
import { work } from "../../async/work-meter.ts";
import { printDouble } from "../numeric/float.ts";
import {
	deepest,
	isLine,
	isRing,
	type Line,
	membersOf,
	type Position,
	type Shape,
	type ShapeKind,
	shapeKinds,
} from "./geometry.ts";

/** Units of work a character. */
const unitsPerCharacter = 8;

/** Returns undefined for text that is no geometry. */
export function parseShape(text: string): Shape | undefined {
	work.units += unitsPerCharacter * text.length;
	const parser = new Parser(text);
	const shape = parser.shape(0);
	return shape !== undefined && parser.isAtEnd() ? shape : undefined;
}

/** Reads one shape after the other; each method returns undefined where the text is none. */
class Parser {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	isAtEnd(): boolean {
		return this.#match(/\s*/y) !== undefined && this.#at === this.#text.length;
	}

	shape(depth: number): Shape | undefined {
		const word = depth > deepest ? undefined : this.#match(/\s*[a-z]+/iy);
		const kind = shapeKinds.find((each) => each === word?.trim().toLowerCase());
		return kind && this.#content(kind, depth);
	}

	#content(kind: ShapeKind, depth: number): Shape | undefined {
		switch (kind) {
			case "point": {
				const position = this.#enclosed(() => this.#position());
				return position && { kind, position };
			}
			case "linestring": {
				const points = this.#line();
				return points && { kind, points };
			}
			case "polygon": {
				const rings = this.#area();
				return rings && { kind, rings };
			}
			case "multipoint": {
				const positions = this.#list(() => this.#position() ?? this.#enclosed(() => this.#position()));
				return positions && { kind, positions };
			}
			case "multilinestring": {
				const lines = this.#list(() => this.#line());
				return lines && { kind, lines };
			}
			case "multipolygon": {
				const areas = this.#list(() => this.#area());
				return areas && { kind, areas };
			}
			case "geometrycollection": {
				const isEmpty = this.#match(/\s*\(\s*\)/y) ?? this.#match(/\s+empty\b/iy);
				const shapes = isEmpty === undefined ? this.#list(() => this.shape(depth + 1)) : [];
				return shapes && { kind, shapes };
			}
		}
	}

	#line(): Line | undefined {
		const points = this.#list(() => this.#position());
		return points !== undefined && isLine(points) ? points : undefined;
	}

	#area(): readonly Line[] | undefined {
		return this.#list(() => {
			const ring = this.#list(() => this.#position());
			return ring !== undefined && isRing(ring) ? ring : undefined;
		});
	}

	#position(): Position | undefined {
		const start = this.#at;
		const x = this.#number(/\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/iy);
		const y = this.#number(/\s+[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/iy);
		if (x === undefined || y === undefined) {
			this.#at = start;
			return undefined;
		}
		return { x, y };
	}

	#number(pattern: RegExp): number | undefined {
		const found = this.#match(pattern);
		const number = Number(found);
		return found !== undefined && Number.isFinite(number) ? number : undefined;
	}

	#enclosed<Inner>(read: () => Inner | undefined): Inner | undefined {
		const inner = this.#match(/\s*\(/y) === undefined ? undefined : read();
		return this.#match(/\s*\)/y) === undefined ? undefined : inner;
	}

	/** One element or more. */
	#list<Element>(read: () => Element | undefined): Element[] | undefined {
		return this.#enclosed(() => {
			const elements: Element[] = [];
			do {
				const element = read();
				if (element === undefined) {
					return undefined;
				}
				elements.push(element);
			} while (this.#match(/\s*,/y) !== undefined);
			return elements;
		});
	}

	/** Moves behind the pattern, which is sticky. */
	#match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0];
		this.#at += found?.length ?? 0;
		return found;
	}
}

export function printShape(shape: Shape): string {
	const text = `${shape.kind.toUpperCase()}${contentText(shape)}`;
	work.units += unitsPerCharacter * text.length;
	return text;
}

function contentText(shape: Shape): string {
	switch (shape.kind) {
		case "point":
			return `(${positionText(shape.position)})`;
		case "linestring":
			return lineText(shape.points);
		case "polygon":
			return `(${shape.rings.map(lineText).join(",")})`;
		case "geometrycollection":
			return `(${shape.shapes.map((each) => each.kind.toUpperCase() + contentText(each)).join(",")})`;
		default:
			return `(${membersOf(shape).map(contentText).join(",")})`;
	}
}

function lineText(points: Line): string {
	return `(${points.map(positionText).join(",")})`;
}

function positionText({ x, y }: Position): string {
	return `${coordinateText(x)} ${coordinateText(y)}`;
}

/** As MySQL, with the sign of a negative zero. */
function coordinateText(value: number): string {
	return Object.is(value, -0) ? "-0" : printDouble(value);
}
