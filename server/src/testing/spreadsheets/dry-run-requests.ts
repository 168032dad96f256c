import type { DryRunResult, TakeResult } from '@doorstep/contract/bulk-upload/dry-run';
import type { Mapping, MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { expect } from 'vitest';
import type { TestApp, Visitor } from '../test-app.ts';
import { multipartOf } from './spreadsheet-upload.ts';

export async function sendDryRun({ app }: TestApp, { headers }: Visitor, bytes: Uint8Array) {
  const { headers: type, payload } = await multipartOf(bytes);
  return app.inject({
    ...{ method: 'POST', url: '/api/v1/bulk/try/', payload },
    headers: { ...headers, ...type },
  });
}

export async function dryRunFile(
  server: TestApp,
  admin: Visitor,
  bytes: Uint8Array,
): Promise<DryRunResult> {
  const answer = await sendDryRun(server, admin, bytes);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<DryRunResult>();
}

export async function repeatDryRun(
  admin: Visitor,
  { upload_id, sheet, heading_row }: DryRunResult,
  asked: { mapping?: MappingContent; lender_id?: number; mapping_id?: number } = {},
): Promise<DryRunResult> {
  const answer = await admin.post(`bulk/uploads/${upload_id}/try/`, {
    ...{ sheet, heading_row },
    ...asked,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<DryRunResult>();
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
