import { type PlaywrightProviderOptions, playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { chromiumFlags, locateChromium } from './programs/chromium.ts';

/** React as people get it, which also takes less time. The long rounds take its development build: it reports mistakes. */
const isProduction = process.env.REACT_BUILD !== 'development';

interface Device {
  viewport: { width: number; height: number };
  /** What its browser is started with besides the usual. */
  flags?: string[];
  context: PlaywrightProviderOptions['contextOptions'];
}

/** How Vitest runs an app's tests in a browser, as on this device. */
export const pageTests = ({ viewport, flags = [], context }: Device) =>
  defineProject({
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
      setupFiles: [
        'src/testing/setup.ts',
        ...(process.env.LATE_ANSWERS ? ['../contract/src/testing/late-answers.ts'] : []),
      ],
      // Only a failure waits that long; a busy machine needs it.
      testTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      // By itself it would leave one of two cores to others.
      maxWorkers: 2,
      browser: {
        enabled: true,
        headless: true,
        connectTimeout: 300_000,
        screenshotFailures: true,
        viewport,
        provider: playwright({
          // A press of what never comes fails by then, long before its test.
          actionTimeout: 60_000,
          launchOptions: { executablePath: locateChromium(), args: [...chromiumFlags, ...flags] },
          contextOptions: { timezoneId: 'Asia/Kolkata', locale: 'en-US', ...context },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  });
