import * as fc from 'fast-check';
import { expect } from 'vitest';
import { SpreadsheetRejected } from '../../features/bulk-upload/read/spreadsheet-rejected.ts';

// Set SPREADSHEET_FUZZ_RUNS, for example to 2000, for a longer search.
const numRuns = Number(process.env['SPREADSHEET_FUZZ_RUNS'] ?? 25);
export const modifiedFilesTimeout = 60_000 + numRuns * 9_000;

/** Changes random bytes of these files, and expects that `read` reads or rejects the result. */
export async function expectReadOrRejected(
  files: readonly Buffer[],
  read: (bytes: Buffer) => Promise<unknown>,
): Promise<void> {
  const place = fc.double({ min: 0, max: 0.9999, noNaN: true });
  const edits = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 30 });
  const reading = fc.asyncProperty(fc.constantFrom(...files), edits, async (original, list) => {
    const bytes = Buffer.from(original);
    for (const [where, byte] of list) bytes[Math.floor(where * bytes.length)] = byte;
    const outcome = await read(bytes).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SpreadsheetRejected);
    else expect(outcome).toHaveProperty('good');
  });
  await fc.assert(reading, { numRuns });
}
