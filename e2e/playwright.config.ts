import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/phone/browser.ts';

const longRounds = '**/*.long.spec.ts';

export default defineConfig({
  testDir: '.',
  projects: [
    {
      ...{ name: 'journeys', outputDir: 'test-results/journeys' },
      ...{ testMatch: '**/*.spec.ts', testIgnore: longRounds },
    },
    { name: 'long', outputDir: 'test-results/long', testMatch: longRounds },
  ],
  globalSetup: './global-setup.ts',
  timeout: 180_000,
  // Only a failure waits that long. A busy machine needs it.
  expect: { timeout: 30_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A journey that passes at the second try is reported as flaky: a line of `npm test`, a failure of `npm run test:long`.
  retries: 1,
  use: {
    baseURL: process.env.BASE_URL ?? '',
    viewport: { width: 1366, height: 768 },
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    // A trace has every step's document. Its pictures as well would take a third of a journey's time.
    trace: { mode: 'retain-on-first-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
