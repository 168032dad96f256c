import { chromium } from 'playwright';
import { startDemoServer } from '../../e2e/support/server.ts';
import { buildWeb } from '../../scripts/build-web.mjs';
import { chromiumFlags, findChromium } from '../../scripts/programs/chromium.ts';

/**
 * Builds the web app, and starts a browser and a server with demo data. With `await using`, both end at the
 * end of the scope.
 */
export async function openDemo() {
  await buildWeb();
  const server = await startDemoServer();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags,
  });
  return {
    server,
    browser,
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await server.stop();
    },
  };
}
