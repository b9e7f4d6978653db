/**
 * Functions that make areas, and geometries of two others.
 *
 * | name                                                        | result        | source (MySQL 5.7 manual)          |
 * |-------------------------------------------------------------|---------------|------------------------------------|
 * | st_intersection, st_union, st_difference, st_symdifference  | geometry      | 12.16.8 Spatial Operator Functions |
 * | st_buffer (geometry, distance, up to three strategies)       | geometry      | 12.16.8                            |
 * | st_buffer_strategy (name, number)                           | varbinary(16) | 12.16.8                            |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { dimensionOf, gathered, isEmpty, partsOf, type Shape } from "../../types/spatial/geometry.ts";
import { encodeGeometry } from "../../types/spatial/stored-geometry.ts";
import { buffered, type BufferForm, usualCorners } from "../../types/topology/buffer.ts";
import { combined, type SetOperation } from "../../types/topology/set-operation.ts";
import { sqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyBytes, doubleType } from "../definition/result.ts";
import {
	computed,
	geometryOf,
	geometryType,
	pairOf,
	plainText,
	requireDirections,
	underNames,
} from "./geometry-operand.ts";

function setOperation(operation: SetOperation): FunctionDefinition {
	const name = `st_${operation}`;
	return define(name, 2, 2, () => ({
		type: geometryType,
		nullable: true,
		operands: [anyBytes, anyBytes],
		evaluate: (_evaluation, first, second) => {
			const { referenceId, one, other } = pairOf(first, second, name);
			requireDirections(name, one, other);
			const shape = computed(name, [one, other], () => combined(operation, one, other));
			return encodeGeometry({ referenceId, shape });
		},
	}));
}

/** In the order of their numbers in the bytes that ST_BUFFER_STRATEGY makes, from 1. */
const strategies = [
	{ name: "end_round", of: "end", hasNumber: true },
	{ name: "end_flat", of: "end", hasNumber: false },
	{ name: "join_round", of: "join", hasNumber: true },
	{ name: "join_miter", of: "join", hasNumber: true },
	{ name: "point_circle", of: "point", hasNumber: true },
	{ name: "point_square", of: "point", hasNumber: false },
] as const;

type Strategy = (typeof strategies)[number];

/** | number, 4 | its argument: double |, little-endian. */
const strategyBytes = 12;

const usualMostPoints = 65536;

const bufferStrategy: Resolve = (operands) => {
	const name = "st_buffer_strategy";
	return {
		type: sqlType("varbinary", { length: 16 }),
		nullable: true,
		operands: [plainText, doubleType].slice(0, operands.length),
		evaluate: (evaluation, text, given) => {
			const at = strategies.findIndex((each) => each.name === (text as ByteString).toLowerCase());
			const strategy = strategies[at];
			const number = operands.length === 2 ? (given as number) : undefined;
			if (strategy?.hasNumber !== (number !== undefined) || (number !== undefined && number <= 0)) {
				throw sqlError("wrongArguments", name);
			}
			const most = Number(evaluation.session.systemVariable("max_points_in_geometry", "any")?.value ?? usualMostPoints);
			if (number !== undefined && strategy.name !== "join_miter" && number > most) {
				throw sqlError("tooManyPointsInCircle", "points_per_circle", most, name);
			}
			const bytes = Buffer.alloc(strategyBytes);
			bytes.writeUInt32LE(at + 1, 0);
			bytes.writeDoubleLE(number ?? 0, 4);
			return bytes.toString("latin1");
		},
	};
};

type Settings = Partial<Record<Strategy["of"], { readonly strategy: Strategy; readonly number: number }>>;

/** Throws 1210 for bytes that are no strategy, and for two of what one may be of. */
function settingsOf(given: readonly ByteString[]): Settings {
	const settings: Settings = {};
	for (const bytes of given) {
		const buffer = Buffer.from(bytes, "latin1");
		const strategy = buffer.length === strategyBytes ? strategies[buffer.readUInt32LE(0) - 1] : undefined;
		if (strategy === undefined || settings[strategy.of] !== undefined) {
			throw sqlError("wrongArguments", "st_buffer");
		}
		settings[strategy.of] = { strategy, number: buffer.readDoubleLE(4) };
	}
	return settings;
}

function formOf({ end, join, point }: Settings): BufferForm {
	return {
		pointCorners: point?.strategy.name === "point_square" ? undefined : (point?.number ?? usualCorners),
		endCorners: end?.strategy.name === "end_flat" ? undefined : (end?.number ?? usualCorners),
		join: join?.strategy.name === "join_miter" ? { reach: join.number } : { corners: join?.number ?? usualCorners },
	};
}

/** Strategies that apply to a geometry of a dimension that is no collection. */
const settingsOfDimension: readonly (readonly Strategy["of"][])[] = [["point"], ["end", "join"], ["join"]];

/** A distance that is none. */
const least = 1e-11;

const buffer: Resolve = (operands) => {
	const name = "st_buffer";
	const given = operands.length - 2;
	return {
		type: geometryType,
		nullable: true,
		operands: [anyBytes, doubleType, ...Array.from({ length: given }, () => anyBytes)],
		evaluate: (_evaluation, value, distance, ...rest) => {
			const geometry = geometryOf(value, name);
			const shape = unwrapped(geometry.shape);
			if (geometry.referenceId !== 0) {
				throw sqlError("wrongArguments", name);
			}
			const far = distance as number;
			if (Math.abs(far) <= least || isEmpty(shape)) {
				return encodeGeometry({ referenceId: 0, shape });
			}
			requireDirections(name, shape);
			const settings = settingsOf((rest as Value[]).slice(0, given) as ByteString[]);
			if (!isApplicable(shape, far, settings)) {
				throw sqlError("wrongArguments", name);
			}
			const made = computed(name, [shape], () => buffered(shape, far, formOf(settings)));
			return encodeGeometry({ referenceId: 0, shape: made });
		},
	};
};

/** The only part of a collection, however deep. */
function unwrapped(shape: Shape): Shape {
	const parts = partsOf(shape);
	return parts.length === 1 ? gathered(parts) : shape;
}

function isApplicable(shape: Shape, distance: number, settings: Settings): boolean {
	if (distance < 0 && partsOf(shape).some((part) => part.kind !== "polygon")) {
		return false;
	}
	const allowed = shape.kind === "geometrycollection" ? undefined : settingsOfDimension[dimensionOf(shape) ?? 0];
	return allowed === undefined || (Object.keys(settings) as Strategy["of"][]).every((of) => allowed.includes(of));
}

export const geometryOperators: readonly FunctionDefinition[] = [
	setOperation("intersection"),
	setOperation("union"),
	setOperation("difference"),
	setOperation("symdifference"),
	...underNames("st_buffer", ["buffer"], 2, 5, buffer),
	define("st_buffer_strategy", 1, 2, bufferStrategy),
];
