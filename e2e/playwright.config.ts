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
  // A busy machine needs a long timeout. Only a failed assertion waits until the timeout.
  expect: { timeout: 30_000 },
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A journey that fails and passes in the retry is flaky. `npm test` only reports a flaky journey, but `npm
  // run test:long` fails because of it.
  retries: 1,
  use: {
    baseURL: process.env.BASE_URL ?? '',
    viewport: { width: 1366, height: 768 },
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    // Screenshots in the trace would take a third of a journey's time. The trace contains the page's DOM at
    // each step anyway.
    trace: { mode: 'retain-on-first-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
