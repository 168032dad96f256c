import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { prepareDatabase } from '../../server/src/db/application-role.ts';
import { connect } from '../../server/src/db/connection.ts';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts';
import {
  findLookalikes,
  findPhotosElsewhere,
  findSameFiles,
} from '../../server/src/features/evidence/photos/photo-look-up-store.ts';
import { describeMachine, record } from '../record.ts';
import { fillPhotos } from './fill-photos.ts';

const { values } = parseArgs({ options: { photos: { type: 'string', default: '1000000' } } });
const photos = Number(values.photos);
const machine = describeMachine();
const runs = 200;
// As far apart as a threshold may be set: what is looked up is what the checks then judge.
const limits = { dhash: 20, phash: 20 };

const folder = await mkdtemp(join(tmpdir(), 'doorstep-look-ups-'));
const postgres = await startEmbeddedPostgres(folder, console.error, {
  fsync: 'off',
  full_page_writes: 'off',
});
try {
  await prepareDatabase(postgres.connection, { mayLogIn: true });
  await fillPhotos(postgres.connection, photos);
  const db = connect(postgres.connection);
  // The latest visits: all of their agent's year lies before them.
  const cases = Array.from({ length: runs }, (_, index) => index + 1);
  const photosOf = async (id: number) => {
    const rows = await db
      .selectFrom('photos')
      .select('id')
      .where('verification_id', '=', id)
      .execute();
    return rows.map((photo) => photo.id);
  };
  const time = async (work: (applicantId: number, ids: string[]) => Promise<unknown>) => {
    const times: number[] = [];
    for (const id of cases) {
      const ids = await photosOf(id);
      const start = performance.now();
      await work(id, ids);
      times.push(performance.now() - start);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) =>
      Math.round((sorted[Math.ceil(runs * share) - 1] ?? Number.NaN) * 10) / 10;
    return { p50: at(0.5), p99: at(0.99), worst: at(1) };
  };
  const result = {
    machine,
    photos,
    sameFile: await time((_, ids) => findSameFiles(db, ids)),
    lookalikes: await time((_, ids) => findLookalikes(db, ids, limits)),
    both: await time((applicantId, ids) => findPhotosElsewhere(db, applicantId, ids, limits)),
  };
  const size = await sql<{ size: string }>`
    select pg_size_pretty(pg_total_relation_size('photo_hashes')) as size`.execute(db);
  await record('photo-look-ups', { ...result, size: size.rows[0]?.size }, [
    ['Of a case of six photos', 'Target ms', 'p50 ms', 'p99 ms', 'Worst ms'],
    ['the same file, among all', 5, ...Object.values(result.sameFile)],
    ['lookalikes, among the agent’s year', 50, ...Object.values(result.lookalikes)],
    ['both, and the cases they belong to', '-', ...Object.values(result.both)],
  ]);
  await db.destroy();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
