/**
 * `verso backup DIR TARGET` and `verso restore BACKUP DIR`: a data directory copied, while a server runs on it or not.
 *
 * In: two paths. Out: one line. A copy that was not found sound is not kept.
 */
import { copyDirectory } from "../compose/copied-directory.ts";

export async function backup(directory: string, target: string): Promise<string> {
	const { tables, pages } = await copyDirectory(directory, target);
	return `backed up ${directory} to ${target}: ${tables.length} tables, ${pages} pages, checked\n`;
}

export async function restore(target: string, directory: string): Promise<string> {
	const { tables, pages } = await copyDirectory(target, directory);
	return `restored ${target} to ${directory}: ${tables.length} tables, ${pages} pages, checked\n`;
}
