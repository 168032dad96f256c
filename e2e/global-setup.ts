import { buildWeb } from '../scripts/build-web.mjs';
import { makeDemoData, startDemoServer } from './support/server.ts';
import { drawFirstReports } from './support/warm-up.ts';

/**
 * Builds the app and starts one server for the whole run. Workers find it through BASE_URL. If BASE_URL is set, that server
 * is used.
 */
export default async function startForAll(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {};
  await buildWeb();
  const removeData = await makeDemoData();
  const server = await startDemoServer();
  // Runs during the first journeys. A failure fails the run at its end.
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
