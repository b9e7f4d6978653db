/**
 * Known differences of MariaDB from MySQL 5.7, and so from verso, in spatial functions.
 *
 * Each has the narrowest condition that identifies it, and a reason: MySQL's manual or source, or OpenGIS's definition,
 * where MariaDB has a way of its own.
 */
export interface Finding {
	readonly call: string;
	readonly one: string;
	/** Empty for functions of one shape. */
	readonly other: string;
	readonly ours: string;
	readonly theirs: string;
}

interface KnownDifference {
	readonly why: string;
	matches(finding: Finding): boolean;
}

const empty = "GEOMETRYCOLLECTION()";
const isEmpty = ({ one, other }: Finding): boolean => one === empty || other === empty;
const isOf = (shape: string, ...kinds: string[]): boolean => kinds.some((kind) => shape.startsWith(`${kind}(`));
const isCollection = (shape: string): boolean => isOf(shape, "GEOMETRYCOLLECTION");
const areOnlyTheirs = ({ ours, theirs }: Finding): boolean => ours === "0" && theirs === "1";

export const knownDifferences: readonly KnownDifference[] = [
	{
		why: "MariaDB prints an empty collection as EMPTY; MySQL 5.7 with parentheses.",
		matches: ({ ours, theirs }) => ours === empty && theirs === "GEOMETRYCOLLECTION EMPTY",
	},
	{
		why: "The envelope of a point is a point in MySQL 5.7, that of a line along an axis a line.",
		matches: ({ call, ours, theirs }) =>
			call === "st_astext(st_envelope(g))" && !isOf(ours, "POLYGON") && isOf(theirs, "POLYGON"),
	},
	{
		why: "MariaDB has centroids of areas only.",
		matches: ({ call, one, ours, theirs }) =>
			call === "st_astext(st_centroid(g))" && !one.includes("POLYGON(") && ours !== "NULL" && theirs === "NULL",
	},
	{
		why: "MariaDB has no centroid of a collection; in MySQL its areas have one.",
		matches: ({ call, one, theirs }) => call === "st_astext(st_centroid(g))" && isCollection(one) && theirs === "NULL",
	},
	{
		why: "The convex hull of nothing is NULL in MySQL 5.7 (Item_func_convex_hull).",
		matches: ({ call, one, ours }) => call === "st_astext(st_convexhull(g))" && one === empty && ours === "NULL",
	},
	{
		why: "MySQL's circles have 32 corners, MariaDB's more.",
		matches: ({ call, ours, theirs }) =>
			call === "st_area(st_buffer(g, 1))" && Number(ours) < Number(theirs) && Number(ours) > 0.99 * Number(theirs),
	},
	{
		why: "The area of points and lines is 0 in MySQL 5.7; in MariaDB that of several is NULL.",
		matches: ({ call, one, ours, theirs }) =>
			call === "st_area(g)" && isOf(one, "MULTIPOINT", "MULTILINESTRING") && ours === "0" && theirs === "NULL",
	},
	{
		why: "The length of what is no line is NULL in MySQL.",
		matches: ({ call, one, ours }) =>
			call === "st_length(g)" && isOf(one, "POINT", "GEOMETRYCOLLECTION") && ours === "NULL",
	},
	{
		why: "What is no line is neither closed nor open in MySQL: NULL, not -1.",
		matches: ({ call, ours, theirs }) => call === "st_isclosed(g)" && ours === "NULL" && theirs === "-1",
	},
	{
		why: "An empty collection is empty, and has no dimension, in MySQL 5.7.",
		matches: (finding) =>
			/^st_(isempty|dimension)\(g\)$/.test(finding.call) && isEmpty(finding) && finding.theirs === "0",
	},
	{
		why: "Relations to an empty collection are those of no points in MySQL 5.7; NULL in MariaDB.",
		matches: (finding) => /^(st_)?\w+\(a, b\)$/.test(finding.call) && isEmpty(finding) && finding.theirs === "NULL",
	},
	{
		why: "A set operation with nothing has the points that its definition says; NULL in MariaDB.",
		matches: (finding) =>
			/st_(intersection|union|difference|symdifference)\(/.test(finding.call) &&
			isEmpty(finding) &&
			finding.theirs === "NULL",
	},
	{
		why: "Bounds contain no point or line on their border in MySQL 5.7; MBRCOVERS is the relation that counts it.",
		matches: (finding) => finding.call === "mbrcontains(a, b)" && areOnlyTheirs(finding),
	},
	{
		why: "Points and lines touch bounds by their border in MySQL 5.7; in MariaDB from inside, too.",
		matches: ({ call, one, other }) => call === "mbrtouches(a, b)" && one !== other,
	},
	{
		why: "CONTAINS, WITHIN and EQUALS mean relations of bounds in MySQL 5.7, of shapes in MariaDB.",
		matches: ({ call, one, other }) => /^(contains|within|equals)\(/.test(call) && one !== other,
	},
	{
		why: "OpenGIS: what lies on a border is not within. MariaDB counts it.",
		matches: (finding) => /^st_(contains|within)\(/.test(finding.call) && areOnlyTheirs(finding),
	},
	{
		why: "OpenGIS: shapes overlap where what they share has their dimension. MariaDB counts any point that they share.",
		matches: (finding) => finding.call === "st_overlaps(a, b)" && areOnlyTheirs(finding),
	},
	{
		why: "Touching is no relation of a collection of several dimensions in MySQL 5.7 (geocol_relation_check).",
		matches: (finding) =>
			/^(st_)?touches\(/.test(finding.call) &&
			areOnlyTheirs(finding) &&
			(isCollection(finding.one) || isCollection(finding.other)),
	},
	{
		why: "Nothing crosses a point, and no area crosses anything: 0 in MySQL 5.7 (crosses_check), NULL in MariaDB.",
		matches: ({ call, ours, theirs }) => /^(st_)?crosses\(/.test(call) && ours === "0" && theirs === "NULL",
	},
	{
		why: "OpenGIS: what crosses has points inside and outside. MariaDB counts what ends at a border, or lies along it.",
		matches: (finding) => /^(st_)?crosses\(/.test(finding.call) && areOnlyTheirs(finding),
	},
	{
		why: "MariaDB measures the distance of some polygons to their corners, not to their sides.",
		matches: ({ call, one, other, ours, theirs }) =>
			call === "st_distance(a, b)" && `${one}${other}`.includes("POLYGON(") && Number(ours) < Number(theirs),
	},
];
