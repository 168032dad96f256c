import { expect, test } from 'vitest';
import { addCases } from '../../testing/review/review-cases.ts';
import { reviewAtOnce } from '../../testing/review/review-race.ts';
import { addUser, closeAfterTest, startTestApp } from '../../testing/test-app.ts';

// Covers: review-1
test('sixteen reviewers through 5,000 verifications: each on one screen', async () => {
  const { db } = closeAfterTest(await startTestApp());
  await addCases(db, (await addUser(db, 'agent')).id, 5_000);
  const shownTo = await reviewAtOnce(db);
  expect([...shownTo.values()].filter((admins) => admins.length > 1)).toEqual([]);
  expect(shownTo.size).toBe(5_000);
});
