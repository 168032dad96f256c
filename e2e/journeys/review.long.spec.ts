import { test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { reviewByKeyboard } from '../support/review-by-keyboard.ts';

const own = ownServer();

// Covers: review-6
test('decides thirty cases by keyboard alone', async ({ browser }) => {
  test.setTimeout(300_000);
  await reviewByKeyboard(browser, own.server.address, 30);
});
