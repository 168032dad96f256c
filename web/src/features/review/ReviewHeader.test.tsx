import { reviewDay } from '@doorstep/contract/review';
import { answer } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { deskOf, openDesk } from '../../testing/review-desk.ts';

// Covers: review-4
test.each([
  [3, 14, 19, '3 today, median 14 s, team 19 s'],
  [0, null, 19, 'team’s median 19 s'],
])(
  'shows in the header: %i decided, the user’s median %s and the team’s %s',
  async (decided, median_seconds, team_median_seconds, words) => {
    deskOf([501]);
    answer(reviewDay, {
      ...{ decided, sent_back: 0, median_seconds, team_median_seconds, elsewhere: [] },
    });
    const { screen } = await openDesk();
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
  },
);
