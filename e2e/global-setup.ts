import { startDemoServer } from './server.ts';

/** One server for the whole run; workers find it through BASE_URL. */
export default async function startForAll(): Promise<() => Promise<void>> {
  const server = await startDemoServer();
  process.env.BASE_URL = server.address;
  return () => server.stop();
}
