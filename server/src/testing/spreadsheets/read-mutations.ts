import { readFileSync } from 'node:fs';
import { readRows } from '../../features/bulk-upload/read/read-rows.ts';
import { SpreadsheetRejected } from '../../features/bulk-upload/read/spreadsheet-rejected.ts';

/**
 * Runs as a child process, because a parser may crash the process. For each seed, changes up to 30 bytes of a
 * spreadsheet or cuts the end off. Then reads the damaged file and reports the outcome.
 */
const [path = '', kind = 'bytes', first = '0', last = '0'] = process.argv.slice(2);
const original = readFileSync(path);

for (let seed = Number(first); seed < Number(last); seed++) {
  const bytes = kind === 'cut' ? cut(seed) : mutate(seed);
  process.send?.({ started: seed });
  const outcome = await readRows(bytes, () => {}).then(
    () => 'read',
    (error: unknown) => (error instanceof SpreadsheetRejected ? 'refused' : 'tripped'),
  );
  process.send?.({ ended: seed, outcome });
}
process.disconnect?.();

function cut(sixteenths: number): Buffer {
  return original.subarray(0, Math.floor((original.length * sixteenths) / 16));
}

function mutate(seed: number): Buffer {
  const bytes = Buffer.from(original);
  let state = seed * 2_654_435_761 + 1;
  const random = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % below;
  };
  for (let edits = 1 + random(30); edits > 0; edits--) bytes[random(bytes.length)] = random(256);
  return bytes;
}
