import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { queryDatabase } from '../../server/src/testing/services/query-database.ts';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { ownServer } from '../support/own-server.ts';
import {
  beginVisit,
  makeFinalVisit,
  openAt,
  phone,
  readQueue,
  signInOnPhone,
  takePhotos,
  toToday,
} from '../support/phone/phone.ts';

test.use(phone);
const own = ownServer();

const rest = ['Agent at the address', 'Street', 'Another'];
const homes = ['Door', 'Name plate', 'Person met', ...rest];
const offices = ['Name plate', 'Door', 'Inside', ...rest];
const places = [
  { latitude: 19.0726, longitude: 72.8845 },
  { latitude: 18.9401, longitude: 72.8356 },
];
const day = 86_400_000;

declare global {
  var noteDigest: (sum: string) => Promise<void>;
}

// Covers: field-app-8, field-app-10, field-app-15
test('sends two visits of a day without a network unchanged a day later', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000);
  const { address, dataDir } = own.server;
  const proxy = await startCuttingProxy(address);
  const { email, tasks } = await own.office.hire('Asha Kale', 'RESIDENCE', 'OFFICE');
  const digests = new Set<string>();
  await context.exposeFunction('noteDigest', (sum: string) => void digests.add(sum));
  await context.addInitScript(() => {
    const { digest } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.digest = async function (...args) {
      const sum = await digest.apply(this, args);
      const hex = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0'));
      await noteDigest(hex.join(''));
      return sum;
    };
  });
  await signInOnPhone(page, email, proxy.address);
  await expect(page.locator('a[href^="/field/task/"]')).toHaveCount(2);

  proxy.blackhole();
  for (let times = 0; times < 3; times += 1) {
    await openAt(page, `${proxy.address}/field/`);
    await expect(page.locator('a[href^="/field/task/"]')).toHaveCount(2);
  }
  const times: { from: number; to: number }[] = [];
  for (const [at, { id }] of tasks.entries()) {
    const from = Date.now();
    await context.setGeolocation({
      ...(places[at] ?? { latitude: 0, longitude: 0 }),
      accuracy: 12,
    });
    await beginVisit(page, id);
    await page.getByRole('button', { name: 'Met someone' }).click();
    await takePhotos(page, at === 0 ? homes : offices);
    await makeFinalVisit(page, `Remark ${at}: met in person.`, { signs: at === 0 });
    await toToday(page);
    times.push({ from, to: Date.now() });
  }
  const queue = await readQueue(page);
  expect(queue).toMatchObject([
    { isWhole: true, isReceived: false },
    { isWhole: true, isReceived: false },
  ]);

  // Simulates that a day has passed: sets the page's clock forward, and makes the session in the database a
  // day older.
  await page.close();
  await queryDatabase(
    dataDir,
    `UPDATE sessions SET created_at = created_at - interval '1 day',
       last_used_at = last_used_at - interval '1 day'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  const later = await context.newPage();
  await later.clock.install({ time: Date.now() + day });
  proxy.restore();
  await openAt(later, `${proxy.address}/field/queue`);
  await expect
    .poll(async () => (await readQueue(later)).map(({ state }) => state), { timeout: 120_000 })
    .toEqual(['received', 'received']);

  for (const [at, { id }] of tasks.entries()) {
    const { from = 0, to = 0 } = times[at] ?? {};
    const isThen = (moment: string | null | undefined) => {
      const time = Date.parse(moment ?? '');
      return time >= from - 2000 && time <= to + 2000;
    };
    const visits = await own.office.visitsTo(id);
    expect(visits).toMatchObject([
      { standing: 'counted', is_final: true, accuracy_m: 12, ...places[at], photos_expected: 6 },
    ]);
    const [visit] = visits;
    if (!visit) throw new Error('There is no visit');
    expect([visit.arrived_at, visit.left_at].map(isThen)).toEqual([true, true]);
    expect(visit.photos).toHaveLength(6);
    expect(Object.keys(visit.facts).length).toBeGreaterThan(5);
    const queued = queue.find(({ taskId }) => taskId === id);
    const kept = queued?.photos ?? [];
    const isSigned = at === 0;
    expect(visit.signature).toMatchObject({ answer: isSigned ? 'signed' : 'declined' });
    // `readQueue` leaves the signature out of the photos, so a signed visit has six photos too.
    expect([kept.length, queued?.isSigned]).toEqual([6, isSigned]);
    expect(kept).toEqual(expect.arrayContaining(visit.photos.map(({ sha256 }) => sha256)));
    for (const photo of visit.photos) {
      expect(digests).toContain(photo.sha256);
      expect(photo).toMatchObject({ ...places[at], accuracy_m: 12, source: 'viewfinder' });
      expect(isThen(photo.captured_at)).toBe(true);
      const bytes = await own.office.download(photo.original_url);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(photo.sha256);
    }
  }
  proxy.stop();
});
