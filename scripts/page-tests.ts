import { type PlaywrightProviderOptions, playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { chromiumFlags, locateChromium } from './programs/chromium.ts';

/**
 * React's production build, which is also faster. The long rounds use its development build, which reports
 * mistakes.
 */
const isProduction = process.env.REACT_BUILD !== 'development';

interface Device {
  /** Whether all files share one page and its modules, which takes a third less processor time. */
  sharesPage?: boolean;
  viewport: { width: number; height: number };
  /** Additional flags for its browser. */
  flags?: string[];
  context: PlaywrightProviderOptions['contextOptions'];
}

/** Configures Vitest to run an app's tests in a browser, as on this device. */
export const pageTests = ({ sharesPage = false, viewport, flags = [], context }: Device) =>
  defineProject({
    ...(isProduction && { oxc: { jsx: { development: false, refresh: false } } }),
    // A dependency found only during the run would be bundled then, with a second copy of React.
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
      // Only a failure waits this long; a busy machine needs it.
      testTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      // Twice as many as cores: tests wait much of their time. The default would leave one of two cores unused.
      maxWorkers: 4,
      isolate: !sharesPage,
      browser: {
        enabled: true,
        headless: true,
        connectTimeout: 300_000,
        screenshotFailures: true,
        viewport,
        provider: playwright({
          // Pressing an element that never appears fails long before the test's own limit.
          actionTimeout: 60_000,
          launchOptions: { executablePath: locateChromium(), args: [...chromiumFlags, ...flags] },
          contextOptions: { timezoneId: 'Asia/Kolkata', locale: 'en-US', ...context },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  });
