/**
 * Trials that ask one question over and over.
 *
 * In: a SELECT. Out: a trial with one cell. The question is asked at least once a sample, however long it takes.
 */
import type { Connection } from "../wire/connection.ts";
import { type Cell, type Goal, type TableName, type Trial, recordAnswers } from "./trial.ts";
import type { Plan } from "../plan.ts";

export interface Question {
	readonly name: string;
	readonly family: string;
	readonly goal: Goal;
	readonly tables: readonly TableName[];
	readonly sql: (plan: Plan) => string;
}

export function questionTrial(question: Question): Trial {
	const cell: Cell = { name: question.name, family: question.family, goal: question.goal, unit: "query", by: "cpu" };
	return {
		cells: [cell],
		tables: question.tables,
		warms: true,
		answer: async (station) => {
			const connection = await station.connection();
			return recordAnswers(station, () => connection.query(question.sql(station.plan)));
		},
		round: async (station, windowMs, notes) => {
			const connection = await station.connection();
			const sql = question.sql(station.plan);
			await notes.measure(cell, () => repeat(connection, sql, windowMs));
		},
	};
}

async function repeat(connection: Connection, sql: string, windowMs: number): Promise<number> {
	const end = performance.now() + windowMs;
	let count = 0;
	do {
		await connection.query(sql);
		count++;
	} while (performance.now() < end);
	return count;
}
