import { expect, test } from 'vitest';
import { readCoverage } from './font-coverage.ts';

/** Returns a font that has only a `cmap` table, with this one subtable. */
function fontOf(subtable: Buffer): Buffer {
  const head = Buffer.alloc(28 + 12);
  head.writeUInt16BE(1, 4);
  head.write('cmap', 12, 'latin1');
  head.writeUInt32BE(28, 20);
  head.writeUInt16BE(1, 30);
  head.writeUInt32BE(12, 36);
  return Buffer.concat([head, subtable]);
}

test('groups of code points beyond the first 65,536 are read', () => {
  const groups = Buffer.alloc(16 + 12);
  groups.writeUInt16BE(12, 0);
  groups.writeUInt32BE(1, 12);
  groups.writeUInt32BE(0x1f600, 16);
  groups.writeUInt32BE(0x1f602, 20);
  const covered = new Set<number>();
  readCoverage(fontOf(groups), covered);
  expect([...covered]).toEqual([0x1f600, 0x1f601, 0x1f602]);
});
