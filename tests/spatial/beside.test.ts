/**
 * Spatial functions of all shapes of `shapes.txt`, and of all pairs of them, answer as MariaDB's, but for the known
 * differences of MySQL 5.7; each of which there is.
 */
import test from "ava";
import { Sides } from "./beside.ts";
import { type Finding, knownDifferences } from "./known-difference.ts";

const sides = await Sides.open();
test.after.always(() => sides?.close());
const beside = sides === null ? test.skip : test;
if (sides === null) {
	process.stderr.write("NOT TESTED: spatial functions beside MariaDB, which is not installed\n");
}

const isShape = (text: string): boolean => /^[A-Z]+\(/.test(text);
const near = 1e-9;

/** With six decimals, so that rounding moves no point off a line. */
function rounded(shape: string): string {
	return shape.replaceAll(/-?\d+\.\d+(e-?\d+)?/g, (digits) => String(Number(Number(digits).toFixed(6))));
}

/** The same numbers, and the same points in shapes. */
async function areAlike({ ours, theirs }: Finding): Promise<boolean> {
	if (!isShape(ours) || !isShape(theirs)) {
		return Math.abs(Number(ours) - Number(theirs)) < near;
	}
	const [one, other] = [rounded(ours), rounded(theirs)];
	const [answer] = await sides!.ask(`select st_equals(st_geomfromtext('${one}'), st_geomfromtext('${other}'))`);
	return answer === "1";
}

beside("spatial functions answer as MariaDB's", async (t) => {
	const used = new Set<string>();
	const unknown: Finding[] = [];
	for (const finding of await sides!.differences()) {
		if (await areAlike(finding)) {
			continue;
		}
		const known = knownDifferences.find((each) => each.matches(finding));
		if (known === undefined) {
			unknown.push(finding);
		} else {
			used.add(known.why);
		}
	}
	t.deepEqual(unknown, []);
	t.deepEqual(
		knownDifferences.filter(({ why }) => !used.has(why)),
		[],
	);
});
