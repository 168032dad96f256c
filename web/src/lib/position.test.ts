import { deleteApplicant, listApplicants } from '@doorstep/contract/applicants';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import { positionHeader } from '@doorstep/contract/position';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer, noConnection } from '../testing/backend.ts';
import { superAdmin } from '../testing/render-app.tsx';
import { call } from './api-client.ts';
import { applyConfig } from './config.ts';
import { saveSession } from './session.ts';
import { uploadFile } from './upload.ts';

const noRows = { results: [], count: 0, next: null, previous: null };
const done = { success: true as const, message: 'done' };
const result = {
  ...done,
  summary: { total_records: 0, successful: 0, failed: 0, timestamp: '2026-03-05T10:30:00Z' },
  failed_records: [],
};

/** What the next read says it has seen. */
async function said(position?: string): Promise<string | null> {
  let sent: string | null = null;
  answer(listApplicants, ({ request }) => {
    sent = request.headers.get(positionHeader);
    return at(position, noRows);
  });
  await call(listApplicants);
  return sent;
}

const at = (position: string | undefined, body: unknown) =>
  HttpResponse.json(body as object, {
    headers: position === undefined ? {} : { [positionHeader]: position },
  });

async function change(position?: string): Promise<void> {
  answer(deleteApplicant, () => at(position, done));
  await call(deleteApplicant, { params: { id: 1 } });
}

beforeEach(async () => {
  saveSession(superAdmin);
  // As after a change of which nothing is known.
  await change();
});

test('a read says the furthest that any answer went', async () => {
  expect(await said('0/FF')).toBe('none');
  expect(await said('0/A0')).toBe('0/FF');
  expect(await said()).toBe('0/FF');
  await change('1/2');
  expect(await said()).toBe('1/2');
  expect(await said('none of ours')).toBe('1/2');
});

test('after a change without an answer nothing is known, until a later answer comes', async () => {
  await said('0/FF');
  const gate = Promise.withResolvers<void>();
  answer(listApplicants, async () => {
    await gate.promise;
    return at('1/0', noRows);
  });
  const early = call(listApplicants);
  answer(deleteApplicant, () => noConnection());
  await expect(call(deleteApplicant, { params: { id: 1 } })).rejects.toMatchObject({
    kind: 'network',
  });
  gate.resolve();
  await early;
  expect(await said('0/F0')).toBe('none');
  expect(await said()).toBe('0/F0');
});

test('a change that began before another was lost tells less than has to be known', async () => {
  const other = new BroadcastChannel('doorstep-position');
  const heard: unknown[] = [];
  other.onmessage = ({ data }) => heard.push(data);
  const gate = Promise.withResolvers<void>();
  answer(deleteApplicant, async () => {
    await gate.promise;
    return at('5/0', done);
  });
  const early = call(deleteApplicant, { params: { id: 1 } });
  answer(bulkUpload, () => noConnection());
  await expect(uploadFile(bulkUpload, new FormData())).rejects.toMatchObject({ kind: 'network' });
  await said('4/0');
  gate.resolve();
  await early;
  // Here something later than the loss is known, and this change is later still; others may know nothing.
  expect(await said()).toBe('5/0');
  await vi.waitFor(() => expect(heard).toEqual([null, null]));
  other.close();
});

test('an upload counts as any change does', async () => {
  answer(bulkUpload, () => at('2/0', result));
  await uploadFile(bulkUpload, new FormData());
  expect(await said()).toBe('2/0');
  answer(bulkUpload, () => noConnection());
  await expect(uploadFile(bulkUpload, new FormData())).rejects.toMatchObject({ kind: 'network' });
  expect(await said()).toBe('none');
});

test('tabs tell each other what they have changed', async () => {
  const other = new BroadcastChannel('doorstep-position');
  const heard: unknown[] = [];
  other.onmessage = ({ data }) => heard.push(data);
  await change('3/A');
  await change();
  await vi.waitFor(() => expect(heard).toEqual(['3/A', null]));
  other.postMessage('4/B');
  await vi.waitFor(async () => expect(await said()).toBe('4/B'));
  other.close();
});

test('a backend elsewhere is sent nothing that it may not know', async () => {
  applyConfig({ apiBaseUrl: 'https://elsewhere.example.com' });
  try {
    expect(await said('9/9')).toBeNull();
  } finally {
    applyConfig({});
  }
  expect(await said()).toBe('none');
});
