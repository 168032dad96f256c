import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connect } from '../../server/src/db/connection.ts';
import {
  findLookalikes,
  findMatchingPhotos,
  findSameFiles,
} from '../../server/src/features/evidence/photos/photo-look-up-store.ts';
import { startUnsafeDatabase } from '../load/unsafe-database.ts';
import { percentilesOf } from '../percentile.ts';
import { describeMachine, record } from '../record.ts';
import { fillPhotos } from './fill-photos.ts';

const { values } = parseArgs({ options: { photos: { type: 'string', default: '1000000' } } });
const photos = Number(values.photos);
const machine = describeMachine();
const runs = 200;
// The largest thresholds, because the look-up must find all pairs that the checks may judge.
const limits = { dhash: 20, phash: 20 };

await using folder = await mkdtempDisposable(join(tmpdir(), 'doorstep-look-ups-'));
await using database = await startUnsafeDatabase(folder.path);
await fillPhotos(database.connection, photos);
await using db = connect(database.connection);
// Uses the latest visits, so that each look-up searches almost a year of the agent's earlier visits.
const cases = Array.from({ length: runs }, (_, index) => index + 1);
const photosOf = async (id: number) => {
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('verification_id', '=', id)
    .execute();
  return rows.map((photo) => photo.id);
};
const findOwner = (id: number) =>
  db
    .selectFrom('verifications')
    .select(['applicant_id as applicantId', 'agent_id as agentId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
type Whose = Awaited<ReturnType<typeof findOwner>>;
const time = async (work: (whose: Whose, ids: string[]) => Promise<unknown>) => {
  const times: number[] = [];
  for (const id of cases) {
    const ids = await photosOf(id);
    const whose = await findOwner(id);
    const start = performance.now();
    await work(whose, ids);
    times.push(performance.now() - start);
  }
  const percentile = percentilesOf(times);
  const at = (share: number) => Math.round(percentile(share) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99), worst: at(1) };
};
const result = {
  machine,
  photos,
  sameFile: await time((_, ids) => findSameFiles(db, ids)),
  lookalikes: await time(({ applicantId }, ids) => findLookalikes(db, applicantId, ids, limits)),
  both: await time((whose, ids) => findMatchingPhotos(db, whose, ids, limits)),
};
const size = await sql<{ size: string }>`
  select pg_size_pretty(pg_total_relation_size('photo_hashes')) as size`.execute(db);
await record('photo-look-ups', { ...result, size: size.rows[0]?.size }, [
  ['Search for a case of six photos', 'Target ms', 'p50 ms', 'p99 ms', 'Worst ms'],
  ['the same file, among all', 5, ...Object.values(result.sameFile)],
  ['lookalikes, among the agent’s year', 50, ...Object.values(result.lookalikes)],
  ['both, and the cases they belong to', '-', ...Object.values(result.both)],
]);
