import { expect, test } from 'vitest';
import { readPdf } from '../../testing/reports/pdf-text.ts';
import { generateReport } from '../../testing/reports/report-requests.ts';
import { addApplicant, signIn, startSharedApp } from '../../testing/test-app.ts';
import {
  attemptOf,
  manifestOf,
  photoOf,
  sendManifest,
  sendPhoneFile,
} from '../../testing/visits/phone-visit.ts';

const server = await startSharedApp();

// Covers: facts-6
test('office, report and phone show the server’s time if a phone’s clock is wrong', async () => {
  const agent = await signIn(server, 'agent');
  const admin = await signIn(server, 'admin');
  const get = async (path: string) => (await admin.get(path)).json();
  const applicant = await addApplicant(server.db, { assigned_agent_id: agent.user.id });
  // The phone shows Mar 5, 10:30 AM, and is two days and three hours fast.
  const clock_offset_ms = 51 * 3_600_000;
  const arrivedAt = '2026-03-03T02:00:00.000Z';
  const of = { applicant_id: applicant.id, clock_offset_ms };

  await sendManifest(server, agent, attemptOf(of));
  const tasks = (await agent.get('agent/task-changes/')).json();
  expect(tasks.tasks[0].attempts).toMatchObject([{ at: arrivedAt }]);

  const [photo, bytes] = await photoOf('teal');
  const manifest = manifestOf({ ...of, photos: [photo] });
  await sendManifest(server, agent, manifest);
  const file = { visitId: manifest.visit_id, sha256: photo.sha256, bytes };
  expect((await sendPhoneFile(server, agent, file)).statusCode).toBe(200);

  const visits = await get(`applicants/${applicant.id}/visits/`);
  const times = { arrived_at: arrivedAt, left_at: '2026-03-03T02:11:00.000Z' };
  expect(visits.results).toMatchObject([{ ...times, photos: [{ captured_at: arrivedAt }] }, times]);
  const { results } = await get('verification_tasks/');
  expect(await get(`verification_tasks/${results[0].verification_id}`)).toMatchObject({
    ...{ visited_at: arrivedAt, photos: [{ captured_at: arrivedAt }] },
  });

  const report = await generateReport(admin, applicant.application_id);
  const { text } = await readPdf(report.rawPayload);
  expect(text).toContain('Date & Time of Visit Mar 3, 2026');
  expect(text).toContain('Mar 3, 2026, 7:30 AM');
  expect(text).not.toContain('Mar 5, 2026');
});
