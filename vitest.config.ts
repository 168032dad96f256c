import { configDefaults, defineConfig } from 'vitest/config';

const server = {
  environment: 'node' as const,
  globalSetup: ['server/src/testing/start-test-database.ts'],
  maxWorkers: 2,
};
const longRounds = '**/*.long.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...server,
          name: 'unit',
          include: ['{contract,server}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, longRounds],
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
      'web/vitest.config.ts',
      'field/vitest.config.ts',
    ],
  },
});
