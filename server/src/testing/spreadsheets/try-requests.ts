import type { Mapping, MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import type { TakeResult, TryResult } from '@doorstep/contract/bulk-upload/try';
import { expect } from 'vitest';
import type { TestApp, Visitor } from '../test-app.ts';
import { multipartOf } from './spreadsheet-upload.ts';

export async function sendTry({ app }: TestApp, { headers }: Visitor, bytes: Uint8Array) {
  const { headers: type, payload } = await multipartOf(bytes);
  return app.inject({
    ...{ method: 'POST', url: '/api/v1/bulk/try/', payload },
    headers: { ...headers, ...type },
  });
}

export async function tryFile(
  server: TestApp,
  admin: Visitor,
  bytes: Uint8Array,
): Promise<TryResult> {
  const answer = await sendTry(server, admin, bytes);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<TryResult>();
}

export async function tryAgain(
  admin: Visitor,
  { upload_id, sheet, heading_row }: TryResult,
  asked: { mapping?: MappingContent; lender_id?: number; mapping_id?: number } = {},
): Promise<TryResult> {
  const answer = await admin.post(`bulk/uploads/${upload_id}/try/`, {
    ...{ sheet, heading_row },
    ...asked,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<TryResult>();
}

export async function takeIn(admin: Visitor, uploadId: number, body = {}): Promise<TakeResult> {
  const answer = await admin.post(`bulk/uploads/${uploadId}/take/`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<TakeResult>();
}

export async function saveMapping(
  admin: Visitor,
  mapping: MappingContent & { lender_id: number; name: string; headings: string[] },
): Promise<Mapping> {
  const answer = await admin.post('mappings/', mapping);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Mapping>();
}
