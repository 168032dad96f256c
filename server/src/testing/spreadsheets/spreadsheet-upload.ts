import type { BulkUploadResult } from '@doorstep/contract/bulk-upload';
import { writeXlsx } from 'hucre/xlsx';
import type { TestApp, Visitor } from '../test-app.ts';

/** Returns the headers and body of a form with a file, and with `texts` before it. */
export async function multipartOf(
  bytes: Uint8Array,
  part = 'file',
  texts: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  form.append(part, new Blob([Uint8Array.from(bytes)]), 'applicants.xlsx');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

export async function sendSpreadsheet(
  { app }: TestApp,
  headers: Partial<Visitor['headers']>,
  bytes: Uint8Array,
  part?: string,
  texts?: Record<string, string>,
) {
  const sent = await multipartOf(bytes, part, texts);
  return app.inject({
    ...{ method: 'POST', url: '/api/v1/bulk/bulk-upload/', payload: sent.payload },
    headers: { ...headers, ...sent.headers },
  });
}

export async function uploadSpreadsheet(
  server: TestApp,
  { headers }: Visitor,
  bytes: Uint8Array,
): Promise<BulkUploadResult & { upload_id: number }> {
  const answer = await sendSpreadsheet(server, headers, bytes);
  if (answer.statusCode !== 200) throw new Error(`The upload failed: ${answer.body}`);
  return answer.json();
}

export async function deleteUploads({ db }: TestApp): Promise<void> {
  await db.deleteFrom('applicants').execute();
  await db.deleteFrom('uploads').execute();
}

/** Returns the stored values of the applicants, in the order in which the applicants were added. */
export const storedApplicants = ({ db }: TestApp) =>
  db
    .selectFrom('applicants')
    .select(['id', 'application_id', 'applicant_type', 'visit_type', 'contact_point', 'upload_id'])
    .orderBy('id')
    .execute();

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number];

export const writeRows = (...rows: NonNullable<Sheet['rows']>): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: 'Cases', rows }] });

const good = {
  portfolio_name: 'Axis',
  visit_type: 'OFFICE',
  mobile_number: '9820098200',
  pin_code: '400001',
  address: '1 Road',
};

export function writeSpreadsheet(applicationIds: string[]): Promise<Uint8Array> {
  // Puts only the last four characters of the id in the name. A whole UUID may contain twelve digits that
  // look like an Aadhaar number, and the upload rejects such a name.
  const rows = applicationIds.map((id) => [id, `Name of ${id.slice(-4)}`, ...Object.values(good)]);
  const header = ['application_id', 'applicant_name', ...Object.keys(good)];
  return writeXlsx({ sheets: [{ name: 'Applicants', rows: [header, ...rows] }] });
}
