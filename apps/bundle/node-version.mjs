/**
 * The program's first lines: the version of Node is checked in syntax that every Node can parse.
 *
 * They stand before the first module is loaded: an old Node fails at `node:fs`, a newer one at a method it lacks.
 */
export const leastNode = [20, 19];

export const nodeCheck = `#!/usr/bin/env node
var node = process.versions.node.split(".").map(Number);
if (node[0] < ${leastNode[0]} || (node[0] === ${leastNode[0]} && node[1] < ${leastNode[1]})) {
	process.stderr.write("verso: needs Node ${leastNode.join(".")} or newer, and this is Node " + process.versions.node + "\\n");
	process.exit(1);
}`;
