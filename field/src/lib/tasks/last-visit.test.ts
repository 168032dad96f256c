import { expect, test } from 'vitest';
import { beginVisit, fixOf, queueVisit, summaryOf } from '../../testing/day.ts';
import { inMinutes, phoneAtWork, task } from '../../testing/phone.ts';
import { database } from '../db/database.ts';
import { openKey } from '../lock/lock.ts';
import { findLastVisit } from './last-visit.ts';

// Covers: field-app-40
test('finds the last place, of a finished or open visit', async () => {
  await phoneAtWork();
  const find = async () => {
    const db = await database();
    return findLastVisit(openKey(), await db.getAll('drafts'), await db.getAll('outbox'));
  };
  expect(await find()).toBeNull();
  const place = { latitude: 18, longitude: 73 };
  await queueVisit('', { summary: await summaryOf('', { place }) });
  const withoutPlace = await summaryOf('', { place: undefined });
  await queueVisit('', { finishedAt: inMinutes(-5), summary: withoutPlace });
  expect(await find()).toMatchObject(place);
  await beginVisit(task);
  expect(await find()).toMatchObject(place);
  const { latitude, longitude } = fixOf(12);
  await beginVisit({ ...task, id: 10_002 }, { fixes: [fixOf(12)] });
  expect(await find()).toMatchObject({ latitude, longitude });
});
