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
	type Area,
	deepest,
	membersOf,
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
const bigEndian = 0;

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

/** Bytes long enough for a geometry that aren't in the order of stored ones. */
export function isBigEndian(bytes: ByteString): boolean {
	return bytes.length >= referenceBytes + headBytes + countBytes && bytes.charCodeAt(referenceBytes) !== littleEndian;
}

/** Reads WKB without a reference id, in either order of bytes. */
export function decodeShape(bytes: ByteString): Shape | undefined {
	work.units += bytes.length;
	const reader = new Reader(Buffer.from(bytes, "latin1"), 0, true);
	const shape = reader.shape(0);
	return reader.isAtEnd ? shape : undefined;
}

/** Reads one shape after the other; each method returns undefined where the bytes are none. */
class Reader {
	readonly #bytes: Buffer;
	#at: number;
	readonly #takesBigEndian: boolean;
	#isBigEndian = false;

	constructor(bytes: Buffer, at: number, takesBigEndian = false) {
		this.#bytes = bytes;
		this.#at = at;
		this.#takesBigEndian = takesBigEndian;
	}

	get isAtEnd(): boolean {
		return this.#at === this.#bytes.length;
	}

	shape(depth: number, wanted?: ShapeKind): Shape | undefined {
		const order = this.#bytes[this.#at];
		const isKnown = order === littleEndian || (this.#takesBigEndian && order === bigEndian);
		if (this.#left < headBytes || !isKnown || depth > deepest) {
			return undefined;
		}
		this.#isBigEndian = order === bigEndian;
		const kind = shapeKinds[this.#integer(this.#at + 1) - 1];
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
		const position = { x: this.#double(this.#at), y: this.#double(this.#at + 8) };
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
		const count = this.#integer(this.#at);
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

	#integer(at: number): number {
		return this.#isBigEndian ? this.#bytes.readUInt32BE(at) : this.#bytes.readUInt32LE(at);
	}

	#double(at: number): number {
		return this.#isBigEndian ? this.#bytes.readDoubleBE(at) : this.#bytes.readDoubleLE(at);
	}

	get #left(): number {
		return this.#bytes.length - this.#at;
	}
}

/** The WKB of a stored geometry. */
export function wellKnownBinary(stored: ByteString): ByteString {
	return stored.slice(referenceBytes);
}

export function encodeGeometry({ referenceId, shape }: Geometry): ByteString {
	const buffer = Buffer.allocUnsafe(referenceBytes + sizeOf(shape));
	buffer.writeUInt32LE(referenceId, 0);
	writeShape(buffer, shape, referenceBytes);
	work.units += buffer.length;
	return buffer.toString("latin1");
}

function sizeOf(shape: Shape): number {
	switch (shape.kind) {
		case "point":
			return headBytes + positionBytes;
		case "linestring":
			return headBytes + sizeOfLine(shape.points);
		case "polygon":
			return headBytes + countBytes + sum(shape.rings, sizeOfLine);
		default:
			return headBytes + countBytes + sum(membersOf(shape), sizeOf);
	}
}

function sizeOfLine(points: Line): number {
	return countBytes + points.length * positionBytes;
}

function sum<Element>(elements: readonly Element[], size: (element: Element) => number): number {
	return elements.reduce((total, element) => total + size(element), 0);
}

/** Returns where the shape ends. */
function writeShape(buffer: Buffer, shape: Shape, start: number): number {
	buffer[start] = littleEndian;
	buffer.writeUInt32LE(shapeKinds.indexOf(shape.kind) + 1, start + 1);
	const at = start + headBytes;
	switch (shape.kind) {
		case "point":
			return writePosition(buffer, shape.position, at);
		case "linestring":
			return writeLine(buffer, shape.points, at);
		case "polygon":
			return writeArea(buffer, shape.rings, at);
		default:
			return writeList(buffer, membersOf(shape), at, writeShape);
	}
}

function writeArea(buffer: Buffer, rings: Area, at: number): number {
	return writeList(buffer, rings, at, writeLine);
}

function writeLine(buffer: Buffer, points: Line, at: number): number {
	return writeList(buffer, points, at, writePosition);
}

function writeList<Element>(
	buffer: Buffer,
	elements: readonly Element[],
	at: number,
	write: (buffer: Buffer, element: Element, at: number) => number,
): number {
	buffer.writeUInt32LE(elements.length, at);
	return elements.reduce((end, element) => write(buffer, element, end), at + countBytes);
}

function writePosition(buffer: Buffer, { x, y }: Position, at: number): number {
	buffer.writeDoubleLE(x, at);
	return buffer.writeDoubleLE(y, at + 8);
}
