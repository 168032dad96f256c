import { buildWeb } from '../scripts/build-web.mjs';
import { startDemoServer } from './server.ts';

/** The app as it stands now, and one server for the whole run; workers find it through BASE_URL. */
export default async function startForAll(): Promise<() => Promise<void>> {
  await buildWeb();
  const server = await startDemoServer();
  process.env.BASE_URL = server.address;
  return () => server.stop();
}
