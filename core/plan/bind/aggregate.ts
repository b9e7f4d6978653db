/**
 * Aggregate functions of one SELECT: collected while clauses are bound, each with a slot for its result.
 *
 * Throws 1111 for an aggregate within an aggregate.
 */
import { aggregateNamed } from "../../functions/registry.ts";
import { isTextual } from "../../functions/definition/result.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import { encodeText } from "../../types/value/value.ts";
import type { AggregateCall } from "../../sql/tree/expression.ts";
import { bindExpression } from "./bind-expression.ts";
import { padded } from "./padded-char.ts";
import {
	boundColumn,
	fullPrecision,
	operandOf,
	type BoundColumn,
	type BoundExpression,
	type GroupAggregate,
} from "../tree/bound-expression.ts";
import { expressionKey, sameExpression } from "../tree/bound-tree.ts";
import { Multimap } from "../tree/multimap.ts";
import type { Planning, AggregatePlaces, Scope } from "../tree/planning.ts";

/** More aggregates are found by key: comparing each with all others took seconds for some thousands. */
const fewAggregates = 16;

export class Aggregates implements AggregatePlaces {
	readonly all: GroupAggregate[] = [];
	readonly scope: Scope;
	/** Made behind the first few. */
	#byKey: Multimap<string, GroupAggregate> | undefined;
	readonly #firstSlot: number;
	/** An aggregate of these rows within the operands of another. */
	readonly #within: AggregatePlaces;

	constructor(scope: Scope, firstSlot: number) {
		this.scope = scope;
		this.#firstSlot = firstSlot;
		const add = (): never => {
			throw sqlError("invalidGroupFunctionUse");
		};
		this.#within = { scope, add };
	}

	add(call: AggregateCall, planning: Planning): BoundExpression {
		const bind = (expression: (typeof call.arguments)[number]): BoundExpression =>
			padded(bindExpression(expression, this.scope, planning, "field list", this.#within), planning);
		const definition = aggregateNamed(call.name);
		invariant(definition !== undefined, `There is an aggregate ${call.name}.`);
		const given = call.arguments.map(bind);
		// DISTINCT compares values at the precision they are shown with.
		const operands = definition.takesFiner === true && !call.distinct ? given.map(fullPrecision) : given;
		const resolution = definition.resolve(operands.map(operandOf), planning.resolution, call.separator);
		const order = (call.order ?? []).map(({ expression, descending }) => {
			const place =
				expression.kind === "literal" && expression.type === "integer" ? Number(expression.value) : undefined;
			const operand = place === undefined ? bind(expression) : operands[place - 1];
			if (operand === undefined) {
				throw sqlError("unknownColumn", encodeText(String(place)), "order clause");
			}
			return { expression: operand, descending };
		});
		if (call.distinct && order.length === 0 && definition.name === "group_concat") {
			// As MySQL finds duplicates.
			order.push(...operands.map((expression) => ({ expression, descending: false })));
		}
		const aggregate = {
			name: call.name,
			resolution,
			operands,
			// MIN and MAX ignore duplicates.
			distinct: call.distinct && call.name !== "min" && call.name !== "max",
			order,
			separator: call.separator,
		};
		const column = this.#columnOf(aggregate);
		const { finer } = resolution;
		return finer === undefined
			? column
			: {
					...column,
					finerForm: () => ({ ...this.#columnOf({ ...aggregate, resolution: finer }), shown: resolution.type }),
				};
	}

	/** Returns the slot of an equal aggregate, or a new one. */
	#columnOf(aggregate: Omit<GroupAggregate, "slot">): BoundColumn {
		let known = this.#alike(aggregate).find((other) => isSame(other, aggregate));
		if (known === undefined) {
			known = { ...aggregate, slot: this.#firstSlot + this.all.length };
			this.all.push(known);
			this.#noteKey(known);
		}
		const { type, nullable, coercibility = isTextual(type) ? 4 : 5 } = known.resolution;
		return { ...boundColumn(known.slot, type, nullable), coercibility, aggregate: known };
	}

	/** Those among which an equal one is, if there is one. */
	#alike(aggregate: Omit<GroupAggregate, "slot">): readonly GroupAggregate[] {
		return this.#byKey === undefined ? this.all : this.#byKey.get(keyOf(aggregate));
	}

	#noteKey(added: GroupAggregate): void {
		if (this.all.length > fewAggregates) {
			const news = this.#byKey === undefined ? this.all : [added];
			this.#byKey ??= new Multimap();
			for (const aggregate of news) {
				this.#byKey.add(keyOf(aggregate), aggregate);
			}
		}
	}
}

/** Equal for aggregates that are the same. */
function keyOf({ name, operands, order }: Omit<GroupAggregate, "slot">): string {
	return `${name}(${[...operands, ...order.map(({ expression }) => expression)].map(expressionKey).join()})`;
}

function isSame(a: GroupAggregate, b: Omit<GroupAggregate, "slot">): boolean {
	return (
		a.name === b.name &&
		a.resolution.type.scale === b.resolution.type.scale &&
		a.distinct === b.distinct &&
		a.separator === b.separator &&
		a.operands.length === b.operands.length &&
		a.operands.every((operand, at) => sameExpression(operand, b.operands[at]!)) &&
		a.order.length === b.order.length &&
		a.order.every(
			(key, at) =>
				key.descending === b.order[at]!.descending && sameExpression(key.expression, b.order[at]!.expression),
		)
	);
}
