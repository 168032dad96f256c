import { writeXlsx } from 'hucre/xlsx';
import type { TestApp, Visitor } from '../test-app.ts';

export async function multipartOf(bytes: Uint8Array, part = 'file') {
  const form = new FormData();
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
  part = 'file',
) {
  const sent = await multipartOf(bytes, part);
  return app.inject({
    method: 'POST',
    url: '/api/v1/bulk/bulk-upload/',
    headers: { ...headers, ...sent.headers },
    payload: sent.payload,
  });
}

const good = {
  portfolio_name: 'Axis',
  visit_type: 'OFFICE',
  mobile_number: '9820098200',
  pin_code: '400001',
  address: '1 Road',
};

export function writeSpreadsheet(applicationIds: string[]): Promise<Uint8Array> {
  // Names contain only the end of the UUID. Twelve digits of a UUID may look like an Aadhaar number, which
  // is rejected in a name.
  const rows = applicationIds.map((id) => [id, `Name of ${id.slice(-4)}`, ...Object.values(good)]);
  const header = ['application_id', 'applicant_name', ...Object.keys(good)];
  return writeXlsx({ sheets: [{ name: 'Applicants', rows: [header, ...rows] }] });
}
