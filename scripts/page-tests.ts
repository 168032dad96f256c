import { type PlaywrightProviderOptions, playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { chromiumFlags, locateChromium } from './programs/chromium.ts';

/**
 * Whether the tests use React's production build, which is faster. The long rounds use the development
 * build, which reports mistakes.
 */
const isProduction = process.env.REACT_BUILD !== 'development';

interface Device {
  /** Whether all files share one page and its modules, which takes a third less CPU time. */
  sharesPage?: boolean;
  viewport: { width: number; height: number };
  flags?: string[];
  context: PlaywrightProviderOptions['contextOptions'];
}

export const pageTests = ({ sharesPage = false, viewport, flags = [], context }: Device) =>
  defineProject({
    ...(isProduction && { oxc: { jsx: { development: false, refresh: false } } }),
    // Bundles all dependencies before the tests start. A dependency that is found later would get a second
    // copy of React.
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
      // The timeouts are long, because a busy machine needs them. Only a failed test waits that long.
      testTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      // Two workers for each core if the machine has two, because tests spend much of their time waiting.
      // Vitest's default would leave one core unused.
      maxWorkers: 4,
      isolate: !sharesPage,
      browser: {
        enabled: true,
        headless: true,
        connectTimeout: 300_000,
        screenshotFailures: true,
        viewport,
        provider: playwright({
          // A click on a missing element fails long before the test's timeout.
          actionTimeout: 60_000,
          launchOptions: { executablePath: locateChromium(), args: [...chromiumFlags, ...flags] },
          contextOptions: { timezoneId: 'Asia/Kolkata', locale: 'en-US', ...context },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  });
