/**
 * Changes of an event's record by the scheduler, each in a transaction of its own: claim, end, removal.
 */
import { type EventOfDatabase, findEvent, nextTime } from "../../catalog/event.ts";
import { fold } from "../../catalog/identifier.ts";
import type { EventRecord } from "../../catalog/record.ts";
import { putDatabase } from "../../catalog/write.ts";
import { Transaction } from "../../store/transaction/transaction.ts";
import type { Server } from "../server/server.ts";

/** Of tries after conflicts with definitions. */
const maximumTries = 100;

/**
 * Records that an event begins to run, disabled after its last time if it is to be preserved.
 *
 * @returns false where it was changed meanwhile: by a definition, or by another server that runs it
 */
export function claimEvent(event: EventOfDatabase, nowSeconds: number, server: Server): Promise<boolean> {
	return changeEvent(event, server, (record) => {
		if (record.updatedMicroseconds !== event.record.updatedMicroseconds || !isAt(record, event.record.lastExecuted)) {
			return record;
		}
		return ended({ ...record, lastExecuted: nowSeconds }, nowSeconds);
	});
}

/** Removes an event that never runs again, or disables it if it is to be preserved. */
export function endEvent(event: EventOfDatabase, nowSeconds: number, server: Server): Promise<boolean> {
	return changeEvent(event, server, (record) =>
		nextTime(record, nowSeconds) === undefined && !record.preserve ? undefined : ended(record, nowSeconds),
	);
}

function isAt({ lastExecuted, status }: EventRecord, seconds: number | null): boolean {
	return lastExecuted === seconds && status === "ENABLED";
}

function ended(record: EventRecord, nowSeconds: number): EventRecord {
	return record.preserve && record.status === "ENABLED" && nextTime(record, nowSeconds) === undefined
		? { ...record, status: "DISABLED" }
		: record;
}

/**
 * @param change - returns the record as it is for no change, undefined to remove it
 * @returns whether the event was changed
 */
async function changeEvent(
	{ database: name, record: { name: eventName, createdMicroseconds } }: EventOfDatabase,
	{ store, schemas }: Server,
	change: (record: EventRecord) => EventRecord | undefined,
): Promise<boolean> {
	for (let tries = 0; tries < maximumTries; tries++) {
		const transaction = new Transaction(store);
		try {
			const database = (await schemas.at(transaction.snapshot)).databases.get(fold(name));
			const found = database && findEvent(database, eventName);
			if (database === undefined || found?.createdMicroseconds !== createdMicroseconds) {
				return false;
			}
			const changed = change(found);
			if (changed === found) {
				return false;
			}
			const events = (database.record.events ?? []).flatMap((each) => (each === found ? (changed ?? []) : each));
			await putDatabase(transaction, { ...database.record, events });
			if ((await transaction.commit()).done) {
				return true;
			}
		} finally {
			transaction.rollback();
		}
	}
	return false;
}
