/**
 * Encodes parameters of prepared statements, and prints temporal values of binary rows.
 *
 *     date, datetime   length (0, 4, 7, 11) | year (2) | month | day | hour | minute | second | microsecond (4)
 *     time             length (0, 8, 12) | negative | days (4) | hour | minute | second | microsecond (4)
 */

/** Type codes of the protocol. */
const wireTypes = {
	tiny: 1,
	short: 2,
	long: 3,
	float: 4,
	double: 5,
	null: 6,
	datetime: 12,
	longlong: 8,
	date: 10,
	time: 11,
	decimal: 246,
	blob: 252,
	text: 253,
} as const;

export interface Parameter {
	readonly type: keyof typeof wireTypes;
	readonly unsigned?: boolean;
	/** As SQL prints it; temporal values as `2020-02-29 23:59:59.5`, `-01:30:00`. */
	readonly value: string | null;
}

/** Returns the two bytes of the type, and those of the value. */
export function encodeParameter({ type, unsigned, value }: Parameter): readonly [Buffer, Buffer] {
	const head = Buffer.from([wireTypes[type], unsigned === true ? 0x80 : 0]);
	return [head, value === null ? Buffer.alloc(0) : encodeValue(type, value)];
}

function encodeValue(type: Parameter["type"], value: string): Buffer {
	const bytes = Buffer.alloc(8);
	switch (type) {
		case "tiny":
		case "short":
		case "long":
		case "longlong": {
			bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
			return bytes.subarray(0, { tiny: 1, short: 2, long: 4, longlong: 8 }[type]);
		}
		case "float":
			bytes.writeFloatLE(Number(value));
			return bytes.subarray(0, 4);
		case "double":
			bytes.writeDoubleLE(Number(value));
			return bytes;
		case "date":
		case "datetime":
			return encodeMoment(value);
		case "time":
			return encodeTime(value);
		default:
			return Buffer.concat([
				Buffer.from([value.length === 0 ? 0 : Buffer.byteLength(value)]),
				Buffer.from(value, "utf8"),
			]);
	}
}

function encodeMoment(value: string): Buffer {
	const [year, month, day, hour, minute, second, fraction] = value.split(/[- :.]/);
	const bytes = Buffer.alloc(12);
	bytes[0] = fraction !== undefined ? 11 : hour !== undefined ? 7 : 4;
	bytes.writeUInt16LE(Number(year), 1);
	bytes.set([Number(month), Number(day), Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)], 3);
	bytes.writeUInt32LE(Number((fraction ?? "").padEnd(6, "0")), 8);
	return bytes.subarray(0, bytes[0]! + 1);
}

function encodeTime(value: string): Buffer {
	const [hour, minute, second, fraction] = value.replace("-", "").split(/[:.]/);
	const bytes = Buffer.alloc(13);
	bytes[0] = fraction !== undefined ? 12 : 8;
	bytes[1] = value.startsWith("-") ? 1 : 0;
	bytes.writeUInt32LE(Math.floor(Number(hour) / 24), 2);
	bytes.set([Number(hour) % 24, Number(minute), Number(second)], 6);
	bytes.writeUInt32LE(Number((fraction ?? "").padEnd(6, "0")), 9);
	return bytes.subarray(0, bytes[0]! + 1);
}

const two = (number: number): string => String(number).padStart(2, "0");

/** `bytes`: without the length. */
export function printMoment(type: number, bytes: Buffer): string {
	if (type === wireTypes.time) {
		const hours = bytes.length === 0 ? 0 : bytes.readUInt32LE(1) * 24 + bytes[5]!;
		const fraction = bytes.length > 8 ? `.${String(bytes.readUInt32LE(8)).padStart(6, "0")}` : "";
		return `${bytes[0] === 1 ? "-" : ""}${two(hours)}:${two(bytes[6] ?? 0)}:${two(bytes[7] ?? 0)}${fraction}`;
	}
	const day =
		bytes.length === 0
			? "0000-00-00"
			: `${String(bytes.readUInt16LE(0)).padStart(4, "0")}-${two(bytes[2]!)}-${two(bytes[3]!)}`;
	const fraction = bytes.length > 7 ? `.${String(bytes.readUInt32LE(7)).padStart(6, "0")}` : "";
	return type === wireTypes.date
		? day
		: `${day} ${two(bytes[4] ?? 0)}:${two(bytes[5] ?? 0)}:${two(bytes[6] ?? 0)}${fraction}`;
}
