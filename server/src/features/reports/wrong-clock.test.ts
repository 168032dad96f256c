import { expect, test } from 'vitest';
import { readPdf } from '../../testing/reports/pdf-text.ts';
import { addApplicant, signIn, startSharedApp } from '../../testing/test-app.ts';
import {
  attemptOf,
  manifestOf,
  photoOf,
  sendPhoneVisit,
  unsignedVisit,
} from '../../testing/visits/phone-visit.ts';

const server = await startSharedApp();

// Covers: facts-6
test('office, report and phone show the server’s time if a phone’s clock is wrong', async () => {
  const agent = await signIn(server, 'agent');
  const admin = await signIn(server, 'admin');
  const get = async (url: string, { headers } = admin) =>
    (await server.app.inject({ url, headers })).json();
  const applicant = await addApplicant(server.db, { assigned_agent_id: agent.user.id });
  // The phone shows Mar 5, 10:30 AM, and is two days and three hours fast.
  const clock_offset_ms = 51 * 3_600_000;
  const arrivedAt = '2026-03-03T02:00:00.000Z';
  const send = (manifest: object) => sendPhoneVisit(server, agent, unsignedVisit(manifest));

  await send(attemptOf({ applicant_id: applicant.id, clock_offset_ms }));
  const tasks = await get('/api/v1/agent/task-changes/', agent);
  expect(tasks.tasks[0].attempts).toMatchObject([{ at: arrivedAt }]);

  const [photo, bytes] = await photoOf('teal');
  const photos = [photo];
  const manifest = manifestOf({ applicant_id: applicant.id, clock_offset_ms, photos });
  await send(manifest);
  const sent = await server.app.inject({
    method: 'PUT',
    url: `/api/v1/agent/visits/${manifest.visit_id}/photos/${photo.sha256}/`,
    headers: {
      authorization: agent.headers.authorization,
      'upload-offset': '0',
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  });
  expect(sent.statusCode).toBe(200);

  const visits = await get(`/api/v1/applicants/${applicant.id}/visits/`);
  const times = { arrived_at: arrivedAt, left_at: '2026-03-03T02:11:00.000Z' };
  expect(visits.results).toMatchObject([{ ...times, photos: [{ captured_at: arrivedAt }] }, times]);
  const { results } = await get('/api/v1/verification_tasks/');
  expect(await get(`/api/v1/verification_tasks/${results[0].verification_id}`)).toMatchObject({
    visited_at: arrivedAt,
    photos: [{ captured_at: arrivedAt }],
  });

  const report = await admin.post('pdf-generator/generate_pdf/', {
    application_id: applicant.application_id,
  });
  const { text } = await readPdf(report.rawPayload);
  expect(text).toContain('Date & Time of Visit Mar 3, 2026');
  expect(text).toContain('Mar 3, 2026, 7:30 AM');
  expect(text).not.toContain('Mar 5, 2026');
});
