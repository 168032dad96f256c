import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, startTestApp, type TestApp, type Visitor } from '../../../testing/test-app.ts';

let running: TestApp;
let admin: Visitor;
beforeAll(async () => {
  running = await startTestApp();
  admin = await signIn(running, 'admin');
});
afterAll(() => running.close());

const url = '/api/v1/report-archives/';

test('the file is called by the day on which it was asked for, in the provider’s time zone', async () => {
  const id = randomUUID();
  const asked = new Date('2026-03-04T20:00:00Z');
  await running.db
    .insertInto('report_archives')
    .values({
      ...{ id, requested_by: admin.user.id, filter: '{}', total: 1 },
      ...{ created_at: asked.toISOString(), finished_at: asked },
    })
    .execute();
  const file = await running.app.inject({ url: `${url}${id}/file/`, headers: admin.headers });
  // Half past one in India.
  expect(file.headers['content-disposition']).toBe('attachment; filename="reports-2026-03-05.zip"');
});
