import { buildWeb } from '../scripts/build-web.mjs';
import { makeDemoData, startDemoServer } from './support/server.ts';
import { drawFirstReports } from './support/warm-up.ts';

/** The app as it stands now, and one server for the whole run; workers find it through BASE_URL. One that is given is taken. */
export default async function startForAll(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {};
  await buildWeb();
  const removeData = await makeDemoData();
  const server = await startDemoServer();
  // Beside the first journeys; what went wrong fails the run at its end.
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
