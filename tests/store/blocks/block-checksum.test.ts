/**
 * Blocks are hashed when they are first read, and known afterwards; in any number, a damaged one is refused.
 */
import test from "ava";
import { BlockChecksums } from "../../../core/store/blocks/block-checksum.ts";
import { type BlockMemory, BlockView, blockMemory, closeBlock } from "../../../core/store/blocks/block-view.ts";

/** More than the table's initial size. */
const many = 80_000;

test("a damaged block is refused, also after many others were read", (t) => {
	const memory = blockMemory(new ArrayBuffer(64), 0, 64);
	const view = new BlockView(memory);
	const seals = new BlockChecksums();
	let sound = 0;
	for (let number = 0; number < many; number++) {
		sound += seals.isSound(blockOf(memory, view, number)) ? 1 : 0;
	}
	t.is(sound, many);
	blockOf(memory, view, many);
	memory.bytes[40]! ^= 1;
	t.false(seals.isSound(view));
	t.false(seals.isSound(view), "asked again");
	memory.bytes[40]! ^= 1;
	t.true(seals.isSound(view));
});

test("a verified block is not hashed again", (t) => {
	const memory = blockMemory(new ArrayBuffer(64), 0, 64);
	const view = new BlockView(memory);
	const seals = new BlockChecksums();
	t.true(seals.isSound(blockOf(memory, view, 1)));
	// Pages are not overwritten: damage in memory that goes unnoticed shows that the block was not hashed again.
	memory.bytes[40]! ^= 1;
	t.true(seals.isSound(view));
	t.false(new BlockChecksums().isSound(view));
});

test("a block read in place is remembered as verified by its page, and so is a copy of it", (t) => {
	const memory = blockMemory(new ArrayBuffer(64), 0, 64);
	const view = new BlockView(memory);
	const seals = new BlockChecksums();
	const ofWindow = new Int32Array(4);
	const isSound = (page: number): boolean => seals.isSoundAt(view, ofWindow, page);
	blockOf(memory, view, 1);
	memory.bytes[40]! ^= 1;
	t.false(isSound(2));
	t.false(isSound(2), "asked again");
	memory.bytes[40]! ^= 1;
	t.true(isSound(2));
	memory.bytes[40]! ^= 1;
	t.true(isSound(2), "verified before");
	t.true(seals.isSound(view), "nor of a copy");
	t.false(isSound(3), "another page");
	t.false(seals.isSound(view), "what was found damaged is not known any more");
	blockOf(memory, view, 2);
	memory.bytes[40]! ^= 1;
	t.false(isSound(2), "another block in the page's place");
});

/** One entry without a key, whose value is a number. */
function blockOf(memory: BlockMemory, view: BlockView, number: number): BlockView {
	memory.halves.fill(0);
	memory.halves[6] = 44;
	memory.words[10] = number;
	const { length } = closeBlock(memory, { count: 1, shared: 0, values: 16, end: 60 });
	view.open(length);
	return view;
}
