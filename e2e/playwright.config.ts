import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/phone/browser.ts';

const longRounds = '**/*.long.spec.ts';

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: longRounds },
    { name: 'long', testMatch: longRounds },
  ],
  globalSetup: './global-setup.ts',
  timeout: 180_000,
  // Only a failure waits that long; a busy machine needs it.
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A flaky test is named as such in the report; it does not hold up what is sound.
  retries: process.env.CI ? 1 : 0,
  outputDir: 'test-results',
  use: {
    baseURL: process.env.BASE_URL ?? '',
    viewport: { width: 1366, height: 768 },
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    trace: 'on-first-retry',
    launchOptions,
  },
});
