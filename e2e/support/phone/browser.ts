import { chromiumFlags, findChromium } from '../../../scripts/programs/chromium.ts';

/** One browser for all journeys, with a camera that shows a test picture: another for the phone's would need a worker of its own. */
export const launchOptions = {
  executablePath: await findChromium(),
  args: [...chromiumFlags, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
};
