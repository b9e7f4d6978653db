/**
 * Growth of a server under steady load: samples of its heap, descriptors and data, judged by their slope.
 *
 * The first third is not judged: caches fill. The slope is that of Theil and Sen, the median of the slopes of all
 * pairs, which a peak that passes does not bend.
 */

export interface Sample {
	readonly seconds: number;
	/** After a collection, with the buffers outside of V8's heap. */
	readonly heapBytes: number;
	readonly descriptors: number;
	readonly dataBytes: number;
}

type Quantity = Exclude<keyof Sample, "seconds">;

const unjudged = 1 / 3;

/** Growth that is allowed over the judged time: of the median, or at least. */
const allowed: Record<Quantity, { readonly part: number; readonly least: number; readonly words: string }> = {
	heapBytes: { part: 0.1, least: 8 << 20, words: "heap" },
	descriptors: { part: 0.1, least: 8, words: "descriptors" },
	dataBytes: { part: 0.1, least: 16 << 20, words: "data directory" },
};

const quantities = Object.keys(allowed) as readonly Quantity[];

/** Growth of one quantity from the end of the first third to the end. */
function growthOf(samples: readonly Sample[], quantity: Quantity): number {
	const judged = samples.slice(Math.floor(samples.length * unjudged));
	const slopes = judged.flatMap((from, at) =>
		judged.slice(at + 1).map((to) => (to[quantity] - from[quantity]) / (to.seconds - from.seconds)),
	);
	return median(slopes) * ((judged.at(-1)?.seconds ?? 0) - (judged[0]?.seconds ?? 0));
}

/**
 * Sentences about what grows.
 *
 * @param fillingBytes - of the heap, for caches that a short run does not fill
 */
export function growthFaults(samples: readonly Sample[], fillingBytes = 0): readonly string[] {
	return quantities.flatMap((quantity) => {
		const { part, least, words } = allowed[quantity];
		const growth = growthOf(samples, quantity);
		const filling = quantity === "heapBytes" ? fillingBytes : 0;
		const limit = filling + Math.max(least, part * median(samples.map((sample) => sample[quantity])));
		return growth > limit ? [`${words}: grew by ${shown(quantity, growth)} (at most ${shown(quantity, limit)})`] : [];
	});
}

/** A table of about eight of them, and the growth. */
export function growthTable(samples: readonly Sample[]): readonly string[] {
	const step = Math.max(1, Math.ceil(samples.length / 8));
	const rows = samples.filter((_, at) => at % step === 0 || at === samples.length - 1);
	const cells = (sample: Sample): string => quantities.map((quantity) => shown(quantity, sample[quantity])).join(" | ");
	return [
		"| seconds | heap after a collection | descriptors | data directory |",
		"|---:|---:|---:|---:|",
		...rows.map((sample) => `| ${sample.seconds.toFixed(0)} | ${cells(sample)} |`),
		`| growth after the first third | ${quantities.map((each) => shown(each, growthOf(samples, each))).join(" | ")} |`,
	];
}

function shown(quantity: Quantity, value: number): string {
	return quantity === "descriptors" ? value.toFixed(0) : `${(value / 2 ** 20).toFixed(1)} MiB`;
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[sorted.length >> 1] ?? 0;
}
