import type { Visit } from '@doorstep/contract/visits/visit';
import { expect, type Page, test } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { ownServer } from '../support/own-server.ts';
import { agentDays } from '../support/phone/day.ts';
import {
  answerNotAtDoor,
  beginVisit,
  makeFinalVisit,
  openAt,
  phone,
  readQueue,
  takePhotos,
  toToday,
} from '../support/phone/phone.ts';

test.use(phone);

const own = ownServer();
const startDay = agentDays(own);

async function reportMovedAway(page: Page, remark: string) {
  await page.getByRole('button', { name: 'Moved away' }).click();
  await takePhotos(page, ['Door']);
  await makeFinalVisit(page, remark);
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

// Covers: fault-55
test('holds a visit whose task was reassigned, visited or deleted meanwhile, and keeps an open one', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { proxy, tasks } = await startDay(page, 'Asha Kale');
  const colleague = await own.office.hire('Ravi Bhide');
  const [given, visited, deleted, begun] = tasks;

  proxy.blackhole();
  for (const { id } of [given, visited, deleted]) {
    await beginVisit(page, id);
    await reportMovedAway(page, 'The neighbours say that they moved.');
    await toToday(page);
  }
  await beginVisit(page, begun.id);

  for (const { id } of [given, visited, begun]) await own.office.assign(id, 'Ravi Bhide');
  const ravi = await openOffice(own.server.address, colleague.email);
  await ravi.submit(visited.id);
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
  await reportMovedAway(page, 'Was there before I knew.');
  await expect
    .poll(async () => (await own.office.visitsTo(begun.id)).map(({ standing }) => standing), {
      timeout: 60_000,
    })
    .toEqual(['held']);
});
