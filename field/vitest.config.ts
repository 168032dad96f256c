import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';

import { defineProject, mergeConfig } from 'vitest/config';
import { chromiumFlags, locateChromium } from '../scripts/chromium.ts';
import viteConfig from './vite.config.ts';

/** React as people get it, which also takes less time. The long rounds take its development build: it reports mistakes. */
const isProduction = process.env.REACT_BUILD !== 'development';

export default mergeConfig(
  viteConfig,
  defineProject({
    // The worker that answers for the network must stand at the root.
    base: '/',
    publicDir: dirname(fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'))),
    ...(isProduction && { oxc: { jsx: { development: false, refresh: false } } }),
    // A dependency met only in mid-run would be bundled then, with a second React in it.
    optimizeDeps: {
      entries: ['src/**/*.{ts,tsx}'],
      include: ['react/jsx-runtime', 'vitest-browser-react'],
      ...(isProduction && {
        rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
      }),
    },
    test: {
      setupFiles: ['src/testing/setup.ts'],
      // Only a failure waits that long; a busy machine needs it.
      testTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      maxWorkers: 2,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        viewport: { width: 360, height: 640 },
        provider: playwright({
          launchOptions: {
            executablePath: locateChromium(),
            args: [
              ...chromiumFlags,
              '--use-fake-device-for-media-stream',
              '--use-fake-ui-for-media-stream',
            ],
          },
          contextOptions: {
            timezoneId: 'Asia/Kolkata',
            locale: 'en-US',
            permissions: ['camera', 'geolocation'],
            geolocation: { latitude: 18.5204, longitude: 73.8567, accuracy: 12 },
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
);
