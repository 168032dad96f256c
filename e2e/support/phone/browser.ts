import { chromiumFlags, findChromium } from '../../../scripts/programs/chromium.ts';

/**
 * The options of the browser for all journeys, with a camera that shows a test picture. A separate browser
 * for the phone would need its own worker.
 */
export const launchOptions = {
  executablePath: await findChromium(),
  args: [...chromiumFlags, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  // Without a UTF-8 locale, as on a bare Debian, Chromium saves a file with a Hindi name as "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
};
