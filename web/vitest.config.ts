import { playwright } from '@vitest/browser-playwright';
import { defineProject, mergeConfig } from 'vitest/config';
import { chromiumFlags, locateChromium } from '../scripts/chromium.ts';
import viteConfig from './vite.config.ts';

const executablePath = locateChromium();

export default mergeConfig(
  viteConfig,
  defineProject({
    test: {
      name: 'pages',
      include: ['src/**/*.test.{ts,tsx}'],
      testTimeout: 20_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        viewport: { width: 1366, height: 768 },
        provider: playwright({
          launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumFlags },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
);
