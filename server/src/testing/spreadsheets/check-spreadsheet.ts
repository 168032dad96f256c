import {
  readSpreadsheet,
  type startReaders,
} from '../../features/bulk-upload/child/run-spreadsheet-child.ts';

export async function checkSpreadsheet(
  bytes: Uint8Array,
  readers?: ReturnType<typeof startReaders>,
) {
  const { packs, failed } = readSpreadsheet({ bytes }, readers);
  let good = 0;
  for await (const { count } of packs) good += count;
  return { good, failed };
}
