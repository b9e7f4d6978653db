/**
 * Stored form of a geometry: MySQL's, a spatial reference id before well-known binary (WKB).
 *
 *     | reference id, 4 | 01 | kind, 4 | ...            little-endian throughout
 *
 *     point                x, y: doubles
 *     linestring           count, 4 | x, y ...
 *     polygon              count, 4 | rings, each: count, 4 | x, y ...
 *     multi..., geometrycollection    count, 4 | shapes, each: 01 | kind, 4 | ...
 *
 * Kinds count from 1 in the order of `shapeKinds`. Only a collection may be empty.
 */
import { work } from "../../async/work-meter.ts";
import type { ByteString } from "../value/value.ts";
import {
	type Geometry,
	isLine,
	isRing,
	type Line,
	type Position,
	type Shape,
	type ShapeKind,
	shapeKinds,
} from "./geometry.ts";

const referenceBytes = 4;
const headBytes = 5;
const countBytes = 4;
const positionBytes = 16;
const littleEndian = 1;
/** Collections within collections, so that no value exhausts the stack. */
const deepest = 100;

/** Returns undefined for bytes that are no geometry. */
export function decodeGeometry(bytes: ByteString): Geometry | undefined {
	work.units += bytes.length;
	const buffer = Buffer.from(bytes, "latin1");
	if (buffer.length < referenceBytes + headBytes + countBytes) {
		return undefined;
	}
	const reader = new Reader(buffer, referenceBytes);
	const shape = reader.shape(0);
	return shape === undefined || !reader.isAtEnd ? undefined : { referenceId: buffer.readUInt32LE(0), shape };
}

/** Reads one shape after the other; each method returns undefined where the bytes are none. */
class Reader {
	readonly #bytes: Buffer;
	#at: number;

	constructor(bytes: Buffer, at: number) {
		this.#bytes = bytes;
		this.#at = at;
	}

	get isAtEnd(): boolean {
		return this.#at === this.#bytes.length;
	}

	shape(depth: number, wanted?: ShapeKind): Shape | undefined {
		if (this.#left < headBytes || this.#bytes[this.#at] !== littleEndian || depth > deepest) {
			return undefined;
		}
		const kind = shapeKinds[this.#bytes.readUInt32LE(this.#at + 1) - 1];
		this.#at += headBytes;
		return kind === undefined || (wanted !== undefined && kind !== wanted) ? undefined : this.#content(kind, depth);
	}

	#content(kind: ShapeKind, depth: number): Shape | undefined {
		switch (kind) {
			case "point": {
				const position = this.#position();
				return position && { kind, position };
			}
			case "linestring": {
				const points = this.#line();
				return points !== undefined && isLine(points) ? { kind, points } : undefined;
			}
			case "polygon": {
				const rings = this.#list(() => this.#ring(), countBytes);
				return rings && { kind, rings };
			}
			case "multipoint": {
				const shapes = this.#members(depth, "point");
				return shapes && { kind, positions: shapes.map(({ position }) => position) };
			}
			case "multilinestring": {
				const shapes = this.#members(depth, "linestring");
				return shapes && { kind, lines: shapes.map(({ points }) => points) };
			}
			case "multipolygon": {
				const shapes = this.#members(depth, "polygon");
				return shapes && { kind, areas: shapes.map(({ rings }) => rings) };
			}
			case "geometrycollection": {
				const shapes = this.#list(() => this.shape(depth + 1), headBytes, true);
				return shapes && { kind, shapes };
			}
		}
	}

	#members<Kind extends ShapeKind>(depth: number, kind: Kind): Extract<Shape, { kind: Kind }>[] | undefined {
		return this.#list(() => this.shape(depth + 1, kind) as Extract<Shape, { kind: Kind }> | undefined, headBytes);
	}

	#position(): Position | undefined {
		if (this.#left < positionBytes) {
			return undefined;
		}
		const position = { x: this.#bytes.readDoubleLE(this.#at), y: this.#bytes.readDoubleLE(this.#at + 8) };
		this.#at += positionBytes;
		return Number.isFinite(position.x) && Number.isFinite(position.y) ? position : undefined;
	}

	#line(): Line | undefined {
		return this.#list(() => this.#position(), positionBytes);
	}

	#ring(): Line | undefined {
		const points = this.#line();
		return points !== undefined && isRing(points) ? points : undefined;
	}

	/** `leastBytes`: of an element, so that a count is never believed beyond the bytes that follow it. */
	#list<Element>(read: () => Element | undefined, leastBytes: number, mayBeEmpty = false): Element[] | undefined {
		if (this.#left < countBytes) {
			return undefined;
		}
		const count = this.#bytes.readUInt32LE(this.#at);
		this.#at += countBytes;
		if (count * leastBytes > this.#left || (count === 0 && !mayBeEmpty)) {
			return undefined;
		}
		const elements: Element[] = [];
		for (let index = 0; index < count; index++) {
			const element = read();
			if (element === undefined) {
				return undefined;
			}
			elements.push(element);
		}
		return elements;
	}

	get #left(): number {
		return this.#bytes.length - this.#at;
	}
}
