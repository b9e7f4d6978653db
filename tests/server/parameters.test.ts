/**
 * Parameters of every type code, as clients send them.
 */
import test from "ava";
import { PayloadReader } from "../../apps/server/decode.ts";
import { decodeParameters, type ParameterSource, parameterTextType } from "../../apps/server/parameters.ts";

function decode(hex: string, source: Partial<ParameterSource> & { count: number }, charset = "utf8mb4") {
	const textType = parameterTextType(charset, `${charset}_bin`);
	const full: ParameterSource = { types: undefined, longData: new Map(), textType, ...source };
	const reader = new PayloadReader(Buffer.from(hex.replaceAll(" ", ""), "hex"));
	const values = decodeParameters(reader, full, charset);
	return {
		source: full,
		left: reader.remaining,
		values,
		plain: values.map(({ type, value }) => [type.name, type.unsigned, type.scale, value]),
	};
}

test("numbers", (t) => {
	const { plain, left } = decode(
		"0000 01 0100 0180 0200 0280 0300 0380 0800 0880 05 00 04 00  ff ff ffff ffff ffffffff ffffffff " +
			"ffffffffffffffff ffffffffffffffff 000000000000f03f 0000c03f",
		{ count: 10 },
	);
	t.is(left, 0);
	t.deepEqual(plain, [
		["bigint", false, 0, -1],
		["bigint", true, 0, 255],
		["bigint", false, 0, -1],
		["bigint", true, 0, 65535],
		["bigint", false, 0, -1],
		["bigint", true, 0, 4294967295],
		["bigint", false, 0, -1],
		["bigint", true, 0, 18446744073709551615n],
		["double", false, -1, 1],
		["double", false, -1, 1.5],
	]);
});

test("decimals, NULL and text", (t) => {
	const { values, plain } = decode(
		"04 01 f600 f600 0600 fd00 fc00  05 2d312e3530 14 3132333435363738393031323334353637383930  02 c3a9 01 ff",
		{ count: 5 },
		"latin1",
	);
	t.deepEqual(plain.slice(0, 3), [
		["decimal", false, 2, -150],
		["decimal", false, 0, 12345678901234567890n],
		["null", false, 0, null],
	]);
	t.is(values[3]?.value, "\xc3\xa9");
	t.is(values[3]?.type.charset, "latin1");
	t.is(values[4]?.type.name, "varbinary");
});

test("types are kept between executions", (t) => {
	const { source } = decode("00 01 0800 0100000000000000", { count: 1 });
	t.deepEqual(decode("00 00 0500000000000000", source).plain, [["bigint", false, 0, 5]]);
	t.is((t.throws(() => decode("00 00 05", { count: 1 })) as { code?: number }).code, 1210);
});

test("COM_STMT_SEND_LONG_DATA replaces a value", (t) => {
	const { plain } = decode("00 01 fd00 0100 07", { count: 2, longData: new Map([[0, "long"]]) });
	t.deepEqual(
		plain.map((parts) => parts[3]),
		["long", 7],
	);
});

test("malformed parameters are refused", (t) => {
	for (const hex of [
		"00 01 05 00 000000000000f07f",
		"00 01 f600 03 312e2e",
		"00 01 0a00 04 0000 0d 01",
		"00 01 fd00 ff",
		"00 01 0700 03 000000",
	]) {
		t.throws(() => decode(hex, { count: 1 }), { name: "SqlError" });
	}
});
