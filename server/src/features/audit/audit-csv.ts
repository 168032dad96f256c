import { describeEvent } from '@doorstep/contract/audit';
import { csvLine } from '@doorstep/contract/text/csv';
import type { StoredRecord } from './audit-store.ts';

const columns: Record<string, (row: StoredRecord) => unknown> = {
  id: (row) => row.id,
  at: (row) => row.at,
  user_id: (row) => row.actor?.id,
  user: (row) => row.actor?.name,
  event: (row) => describeEvent(row),
  action: (row) => row.action,
  subject: (row) => row.subject,
  subject_id: (row) => row.subject_id,
  subject_name: (row) => row.subject_label,
  address: (row) => row.address,
  before: (row) => row.before && JSON.stringify(row.before),
  after: (row) => row.after && JSON.stringify(row.after),
  request_id: (row) => row.request_id,
  link: (row) => row.seq,
  link_hash: (row) => row.hash?.toString('hex'),
};

/** Yields CSV (RFC 4180) that starts with a byte order mark, so that Excel reads the file as UTF-8. */
export async function* writeCsv(batches: AsyncIterable<StoredRecord[]>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(Object.keys(columns))}`;
  for await (const rows of batches) {
    yield rows.map((row) => csvLine(Object.values(columns).map((read) => read(row)))).join('');
  }
}
