import { configDefaults, defineConfig } from 'vitest/config';

const server = {
  environment: 'node' as const,
  globalSetup: ['server/src/testing/start-test-database.ts'],
  maxWorkers: 3,
  // The timeout is long, because a busy machine needs it. Only a failed assertion waits that long.
  expect: { poll: { timeout: 60_000 } },
};
const longRounds = '**/*.long.test.{ts,tsx}';

/** Returns the quick tests (`name`) and the long tests (`long-<name>`) of an app. */
const inBrowser = (name: string, app: string) => [
  {
    extends: `./${app}/vitest.config.ts`,
    root: app,
    test: {
      name,
      include: ['src/**/*.test.{ts,tsx}'],
      exclude: [...configDefaults.exclude, longRounds],
    },
  },
  {
    extends: `./${app}/vitest.config.ts`,
    root: app,
    test: { name: `long-${name}`, include: [`src/${longRounds}`], isolate: true },
  },
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...server,
          name: 'unit',
          include: ['{contract,server}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, longRounds],
          // Loads the server's modules once for each worker instead of once for each file. This saves a
          // quarter of the CPU time.
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...server,
          name: 'long',
          include: [`server/src/${longRounds}`],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      ...inBrowser('pages', 'web'),
      ...inBrowser('field', 'field'),
    ],
  },
});
