/**
 * Databases that a server makes for itself: those of another server are not taken over.
 */
const names: ReadonlySet<string> = new Set([
	"information_schema",
	"performance_schema",
	"mysql",
	"sys",
	"metrics_schema",
	"ndbinfo",
]);

export function isSystemDatabase(name: string): boolean {
	return names.has(name.toLowerCase());
}
