import { chromiumFlags, findChromium } from '../../../scripts/programs/chromium.ts';

/**
 * All journeys use one browser with a fake camera, because a separate browser for the phone would need its
 * own Playwright worker.
 */
export const launchOptions = {
  executablePath: await findChromium(),
  args: [...chromiumFlags, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  // Without a UTF-8 locale, as on a bare Debian, Chromium saves a file with a Hindi name as "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
};
