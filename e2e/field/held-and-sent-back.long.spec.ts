import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Visit } from '@doorstep/contract/visits/visit';
import { expect, type Page, test } from '@playwright/test';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { openOffice } from '../support/office.ts';
import { ownServer } from '../support/own-server.ts';
import {
  answerNotAtDoor,
  beginVisit,
  makeFinalVisit,
  openAt,
  phone,
  readQueue,
  signInOnPhone,
  takePhotos,
  toToday,
} from '../support/phone/phone.ts';

test.use(phone);

const own = ownServer();

async function reportMovedAway(page: Page, taskId: number) {
  await beginVisit(page, taskId);
  await page.getByRole('button', { name: 'Moved away' }).click();
  await takePhotos(page, ['Door']);
  await makeFinalVisit(page, 'The neighbours say that they moved.');
  await toToday(page);
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

// Covers: fault-55
test('holds a visit whose task was reassigned, visited or deleted meanwhile, and keeps an open one', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const proxy = await startCuttingProxy(own.server.address);
  const kinds = Array.from({ length: 4 }, () => 'RESIDENCE');
  const { email, tasks } = await own.office.hire('Asha Kale', ...kinds);
  const colleague = await own.office.hire('Ravi Bhide');
  const [given, visited, deleted, begun] = tasks;
  if (!given || !visited || !deleted || !begun) throw new Error('Four tasks are needed');
  await signInOnPhone(page, email, proxy.address);
  await expect(page.locator('a[href^="/field/task/"]')).toHaveCount(4);

  proxy.blackhole();
  for (const { id } of [given, visited, deleted]) await reportMovedAway(page, id);
  await beginVisit(page, begun.id);

  for (const { id } of [given, visited, begun]) await own.office.assign(id, 'Ravi Bhide');
  const form = new FormData();
  form.append('applicant_id', String(visited.id));
  form.append('overall_observation', 'positive');
  const house = fileURLToPath(new URL('../../server/fixtures/photos/house.jpg', import.meta.url));
  form.append('photos', new File([await readFile(house)], 'house.jpg', { type: 'image/jpeg' }));
  const ravi = await openOffice(own.server.address, colleague.email);
  await ravi.ask('POST', '/api/v1/verification_tasks/', form);
  await own.office.ask('DELETE', `/api/v1/applicants/${deleted.id}/`);

  proxy.restore();
  await openAt(page, `${proxy.address}/field/queue`);
  const words = [
    [given, 'Given to Ravi Bhide. Your visit is saved.'],
    [visited, 'A colleague has visited too. Your visit is saved.'],
    [deleted, 'The office has deleted the task. Your visit is saved.'],
  ] as const;
  for (const [{ applicant_name }, why] of words) {
    await expect(rowOf(page, applicant_name).filter({ hasText: why })).toBeVisible({
      timeout: 60_000,
    });
  }
  const queue = await readQueue(page);
  const held = await own.office.ask<{ results: Visit[] }>(
    'GET',
    '/api/v1/held-visits/?page_size=100',
  );
  const theirs = held.results.filter(({ agent }) => agent === 'Asha Kale');
  const photosOf = (list: { id: string; photos: string[] }[]) =>
    list.map(({ id, photos }) => [id, photos]).sort();
  expect(
    photosOf(theirs.map(({ id, photos }) => ({ id, photos: photos.map((one) => one.sha256) }))),
  ).toEqual(photosOf(queue.map(({ visitId, photos }) => ({ id: visitId, photos }))));
  expect(theirs).toHaveLength(3);

  await openAt(page, `${proxy.address}/field/`);
  await expect(page.getByText(`${begun.applicant_name}: given to Ravi Bhide`)).toBeVisible();
  await page.locator(`a[href="/field/task/${begun.id}"]`).click();
  await page.getByRole('button', { name: 'Continue visit' }).click();
  await answerNotAtDoor(page);
  await page.getByRole('button', { name: 'Moved away' }).click();
  await takePhotos(page, ['Door']);
  await makeFinalVisit(page, 'Was there before I knew.');
  await expect
    .poll(async () => (await own.office.visitsTo(begun.id)).map(({ standing }) => standing), {
      timeout: 60_000,
    })
    .toEqual(['held']);
  proxy.stop();
});

// Covers: field-app-14
test('shows a sent-back visit first on Today, and asks only for what is wanted', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { email, tasks } = await own.office.hire('Kiran Joshi', 'RESIDENCE', 'RESIDENCE');
  const [task] = tasks;
  if (!task) throw new Error('A task is needed');
  await signInOnPhone(page, email, own.server.address);
  await reportMovedAway(page, task.id);
  const visits = () => own.office.visitsTo(task.id);
  const standing = async () =>
    (await visits()).map((visit) => `${visit.standing}, ${visit.photos.length}`);
  await expect.poll(standing, { timeout: 60_000 }).toEqual(['counted, 1']);

  const [{ verification_id: id } = { verification_id: null }] = await visits();
  await own.office.ask('POST', `/api/v1/verification_tasks/${id}/send-back/`, {
    reasons: ['nameplate_missing'],
    note: 'Take the name plate too.',
    photos_wanted: ['nameplate'],
  });
  await openAt(page, `${own.server.address}/field/`);
  await expect(page.getByRole('heading', { name: /Sent back/ })).toBeVisible();
  await expect(page.locator('a[href^="/field/task/"]').first()).toHaveAttribute(
    'href',
    `/field/task/${task.id}`,
  );
  await beginVisit(page, task.id);
  await page.getByRole('button', { name: 'Moved away' }).click();
  await takePhotos(page, ['Name plate']);
  // The app skips the questions and the neighbours, because the office asked only for a photo.
  await expect(page.getByRole('heading', { name: 'What do you think?' })).toBeVisible();
  await makeFinalVisit(page, 'Now with the name plate.');
  await expect.poll(standing, { timeout: 60_000 }).toEqual(['counted, 1', 'counted, 1']);
});
