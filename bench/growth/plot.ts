/**
 * Series as a picture: a panel a series, a line a peer, both axes logarithmic, so that a flat cost is a flat line.
 *
 * In: series. Out: the text of an SVG file that needs nothing else.
 *
 *     panel    title
 *              grid of decades and lines   at (left, top), width x height
 *              what grows
 */
import type { Point, Series } from "./series.ts";

const panelsPerRow = 3;
const panel = { width: 360, height: 260, left: 62, top: 44, right: 70, bottom: 44 };
const area = { width: panel.width - panel.left - panel.right, height: panel.height - panel.top - panel.bottom };
const colors = ["#0b6fa4", "#c8541c", "#3d8b40", "#7a4fa3"];
const ink = "#24292f";
const faint = "#d5d9de";

/** From one power of ten to another. */
interface Scale {
	readonly first: number;
	readonly last: number;
}

export function drawPlot(series: readonly Series[]): string {
	const rows = Math.ceil(series.length / panelsPerRow);
	const width = panelsPerRow * panel.width;
	const height = rows * panel.height;
	const names = [...new Set(series.flatMap(({ points }) => [...points.keys()]))];
	const panels = series.map((each, at) => {
		const x = (at % panelsPerRow) * panel.width;
		const y = Math.floor(at / panelsPerRow) * panel.height;
		return `<g transform="translate(${x} ${y})">${drawPanel(each, names)}</g>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="11" fill="${ink}">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${panels.join("\n")}
</svg>
`;
}

function drawPanel(series: Series, names: readonly string[]): string {
	const all = [...series.points.values()].flat();
	const title =
		`<text x="${panel.left}" y="18" font-size="13" font-weight="600">${escape(series.name)}</text><text ` +
		`x="${panel.left}" y="34" fill="#57606a">${escape(series.unit)}</text>`;
	if (all.length === 0) {
		return `${title}<text x="${panel.left}" y="80">no figures</text>`;
	}
	const across = scaleOf(all.map(({ at }) => at));
	const up = scaleOf(all.map(({ cost }) => cost));
	const lines = [...series.points].map(([name, points]) =>
		drawLine(name, points, across, up, colors[names.indexOf(name) % colors.length] as string),
	);
	const caption =
		`<text x="${panel.left + area.width / 2}" y="${panel.height - 8}" text-anchor="middle" ` +
		`fill="#57606a">${escape(series.across)}</text>`;
	return `${title}${drawGrid(across, up)}${lines.join("")}${placeLabels(series, across, up, names)}${caption}`;
}

function drawGrid(across: Scale, up: Scale): string {
	let grid = "";
	for (let power = across.first; power <= across.last; power++) {
		const x = place(10 ** power, across, area.width) + panel.left;
		grid +=
			`<path d="M${round(x)} ${panel.top}v${area.height}" stroke="${faint}"/><text x="${round(x)}" y="` +
			`${panel.top + area.height + 16}" text-anchor="middle">${printPower(power)}</text>`;
	}
	for (let power = up.first; power <= up.last; power++) {
		const y = panel.top + area.height - place(10 ** power, up, area.height);
		grid +=
			`<path d="M${panel.left} ${round(y)}h${area.width}" stroke="${faint}"/><text x="${panel.left - 6}" ` +
			`y="${round(y + 4)}" text-anchor="end">${printPower(power)}</text>`;
	}
	return grid;
}

function drawLine(name: string, points: readonly Point[], across: Scale, up: Scale, color: string): string {
	const spots = points.map((point) => spot(point, across, up));
	const path = spots.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
	const dots = spots.map(
		({ x, y }, at) =>
			`<circle cx="${round(x)}" cy="${round(y)}" r="2.5" fill="${color}"><title>${escape(name)}: ` +
			`${(points[at] as Point).cost.toPrecision(3)} at ${(points[at] as Point).at}</title></circle>`,
	);
	return `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join("")}`;
}

/** Names stand at the ends of their lines, pushed apart where they would overlap. */
function placeLabels(series: Series, across: Scale, up: Scale, names: readonly string[]): string {
	const labels = [...series.points]
		.map(([name, points]) => ({ name, ...spot(points.at(-1) as Point, across, up) }))
		.sort((one, other) => one.y - other.y);
	let last = -Infinity;
	return labels
		.map(({ name, x, y }) => {
			last = Math.max(y + 4, last + 13);
			return (
				`<text x="${round(x + 7)}" y="${round(last)}" fill="${colors[names.indexOf(name) % colors.length]}">` +
				`${escape(name)}</text>`
			);
		})
		.join("");
}

function spot({ at, cost }: Point, across: Scale, up: Scale): { x: number; y: number } {
	return { x: panel.left + place(at, across, area.width), y: panel.top + area.height - place(cost, up, area.height) };
}

function place(value: number, { first, last }: Scale, size: number): number {
	return ((Math.log10(value) - first) / (last - first)) * size;
}

function scaleOf(values: readonly number[]): Scale {
	const first = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
	return { first, last: Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9)) };
}

/** 0.01, 10, 10k, 10M */
function printPower(power: number): string {
	return power < 0
		? (10 ** power).toFixed(-power)
		: power < 3
			? String(10 ** power)
			: power < 6
				? `${10 ** (power - 3)}k`
				: `${10 ** (power - 6)}M`;
}

function round(value: number): string {
	return value.toFixed(1);
}

function escape(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
