import { buildWeb } from '../scripts/build-web.mjs';
import { makeDemoData, startDemoServer } from './support/server.ts';
import { drawFirstReports } from './support/warm-up.ts';

/** Builds the apps and starts one server for the whole run. If BASE_URL is already set, the run uses that server. */
export default async function startForAll(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {};
  await buildWeb();
  const removeData = await makeDemoData();
  const server = await startDemoServer();
  // Makes the first reports while the first journeys run. If a report can't be made, the test run fails at
  // its end.
  const drawn = drawFirstReports(server.address);
  drawn.catch(() => {});
  process.env.BASE_URL = server.address;
  return async () => {
    try {
      await drawn;
    } finally {
      await server.stop();
      await removeData();
    }
  };
}
