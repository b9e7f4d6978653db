/**
 * The rooms of core from the ground up: a room imports itself and the rooms before it.
 */
export const maximumRoomFiles = 35;

export const rooms: readonly string[] = [];

export function roomOf(path: string): string {
	return path.slice(0, path.lastIndexOf("/"));
}
