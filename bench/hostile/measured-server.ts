import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { EndpointName } from '@doorstep/contract/wire/endpoints';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { applicationRole } from '../../server/src/db/application-role.ts';
import { connect } from '../../server/src/db/connection.ts';
import { startReportRenderer } from '../../server/src/features/reports/render/report-renderer.ts';
import type { Platform } from '../../server/src/platform/platform.ts';
import { localBlobStore } from '../../server/src/storage/blobs/local-blob-store.ts';
import { openPhotoSpool } from '../../server/src/storage/photos/photo-spool.ts';
import type { SampleRequest } from '../../server/src/testing/endpoint-sample.ts';
import { samples } from '../../server/src/testing/endpoint-samples.ts';
import { patient, type Role, signIn, type TestApp } from '../../server/src/testing/test-app.ts';
import { startUnsafeDatabase } from '../load/unsafe-database.ts';
import { watchEventLoop } from './event-loop.ts';

export type Question =
  | { ask: 'sign in'; role: Role }
  | { ask: 'sample'; name: EndpointName; role: Role | undefined }
  | { ask: 'longest hold' }
  | { ask: 'stop' };
export interface Hold {
  /**
   * The time for which the event loop was blocked, in milliseconds. `clock` is wall time, `processor` is
   * the CPU time of the thread.
   */
  clock: number;
  processor: number;
}

const [folder = ''] = process.argv.slice(2);
await using database = await startUnsafeDatabase(join(folder, 'postgres'));
const { connection } = database;
const db = connect({ ...connection, user: applicationRole });
const renderer = startReportRenderer();
const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder });
const platform: Platform = {
  provider: config,
  db,
  photos: localBlobStore(join(folder, 'photos')),
  spool: openPhotoSpool(join(folder, 'incoming')),
  renderer,
  limits: patient,
  secret: randomBytes(32),
};
const app = await buildApp(platform, config);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const server: TestApp = { app, db, owner: connection, platform, config, close: () => app.close() };
const loop = watchEventLoop();
const visitors = new Map<Role, ReturnType<typeof signIn>>();
const stopped = Promise.withResolvers<void>();

async function visitor(role: Role) {
  // Deletes failed sign-ins, because the run's wrong passwords slow down sign-ins from this address.
  await db.deleteFrom('sign_in_failures').execute();
  // Deletes second factors, because a user with a confirmed second factor can't set up another one.
  await db.deleteFrom('second_factors').execute();
  const known = visitors.get(role) ?? signIn(server, role);
  visitors.set(role, known);
  return known;
}

async function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'sign in':
      return (await visitor(question.role)).headers;
    case 'sample': {
      // Creating a sample needs a signed-in user, even for a public endpoint. The request itself is sent
      // without this user's session.
      const asker = await visitor(question.role ?? 'admin');
      const request: SampleRequest = await samples[question.name].good(server, asker);
      return request;
    }
    case 'longest hold':
      return loop.takeLongest() satisfies Hold;
    case 'stop':
      return stopped.resolve();
  }
}

process.on('message', ({ id, question }: { id: number; question: Question }) => {
  answer(question).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.send?.({ id: 0, value: address });
await stopped.promise;
await app.close();
await renderer.close();
await db.destroy();
process.disconnect?.();
