import { test } from '@playwright/test';
import { reviewByKeyboard } from '../support/review-by-keyboard.ts';
import { type RunningServer, startDemoServer } from '../support/server.ts';

let server: RunningServer;

// Of its own: other journeys count what is pending.
test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startDemoServer();
});
test.afterAll(() => server.stop());

// Covers: review-6
test('six cases are decided by keyboard alone', async ({ browser }) => {
  test.setTimeout(300_000);
  await reviewByKeyboard(browser, server.address, 6);
});
