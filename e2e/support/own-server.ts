import { test } from '@playwright/test';
import { type Office, openOffice } from './office.ts';
import { type RunningServer, startDemoServer } from './server.ts';

/**
 * Starts a demo server for the tests and pages of one file, because these tests change the numbers that
 * other journeys expect. The server and the office are ready before the first test.
 */
export function ownServer(): { readonly server: RunningServer; readonly office: Office } {
  let server: RunningServer | undefined;
  let office: Office | undefined;
  const started = <T>(part: T | undefined): T => {
    if (!part) throw new Error('The server of this file has not started yet');
    return part;
  };
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    server = await startDemoServer();
    office = await openOffice(server.address);
  });
  test.afterAll(() => server?.stop());
  // `server` can be undefined, because Playwright also calls this for the hooks, before the server starts.
  test.use({ baseURL: ({ browserName: _ }, use) => use(server?.address) });
  return {
    get server() {
      return started(server);
    },
    get office() {
      return started(office);
    },
  };
}
