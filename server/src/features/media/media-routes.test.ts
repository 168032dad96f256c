import { randomUUID } from 'node:crypto';
import { login } from '@doorstep/contract/auth';
import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { signMediaLink } from '../../storage/photos/media-links.ts';
import { pictureKey } from '../../storage/photos/photo-keys.ts';
import { post } from '../../testing/auth-requests.ts';
import { addVisit, drawPhoto, tampered } from '../../testing/submission.ts';
import { addUser, password, signIn, startSharedApp, type Visitor } from '../../testing/test-app.ts';

const running = await startSharedApp();
const agent = await signIn(running, 'agent');
const other = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');
const superadmin = await signIn(running, 'superadmin');
const { id } = await addVisit(running, agent, ['teal']);
const answer = await admin.get(`verification_tasks/${id}/`);
const photo = answer.json().photos[0];

const get = (url: string, headers: Record<string, string> = admin.headers) =>
  running.app.inject({ url, headers });
const bearer = ({ headers }: Visitor) => ({ authorization: headers.authorization });
const cookie = ({ headers }: Visitor) => ({ cookie: headers.cookie });
const linkTo = (id: string, kind: 'photo' | 'identity' = 'photo', now = new Date()) =>
  signMediaLink(running.platform.secret, { kind, id, size: 'screen' }, now);

async function addIdentityImage(user_id: number, kind: 'profile' | 'pan' | 'aadhaar') {
  const id = randomUUID();
  await running.db.insertInto('identity_images').values({ id, user_id, kind }).execute();
  const file = pictureKey('identity', id, 'screen');
  await running.platform.photos.put(file, await drawPhoto('brown'));
  return id;
}

test('a link that we did not sign is a 404', async () => {
  const wrong = [
    `/api/v1/media/photo/${photo.id}/screen`,
    photo.url.replace('screen', 'original'),
    `${photo.url}0`,
    tampered(photo.url),
    photo.url.replace('photo/', 'secret/'),
    linkTo(randomUUID()),
    linkTo('no-uuid'),
  ];
  for (const url of wrong) {
    const answer = await get(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.json(), url).toMatchObject({ success: false, request_id: expect.any(String) });
  }
});

// Covers: threat-13, fault-44
test('an old link is expired', async () => {
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const answer = await get(linkTo(photo.id, 'photo', yesterday));
  expect([answer.statusCode, answer.json().code]).toEqual([410, 'link_expired']);
});

// Covers: threat-13
test('a link without a session opens nothing', async () => {
  expect((await get(photo.url, {})).statusCode).toBe(401);
  expect((await get(photo.url, { cookie: 'doorstep_session=guess' })).statusCode).toBe(401);
});

// Covers: threat-10, asvs-8
test('an agent can open the photos of their own visits, not of others', async () => {
  expect((await get(photo.url, bearer(agent))).statusCode).toBe(200);
  expect((await get(photo.url, bearer(other))).statusCode).toBe(404);
});

// Covers: field-app-6, threat-40
test('a token for sending visits opens no photo', async () => {
  const payload = { email_or_mobile: agent.user.email, password, app: 'field' };
  const { send_token } = (await post(running, login.path, payload)).json();
  expect((await get(photo.url, { authorization: `Bearer ${send_token}` })).statusCode).toBe(403);
});

// Covers: threat-11, threat-20
test('identity images are for admins, Aadhaar cards for super admins', async () => {
  for (const [kind, seenBy] of [
    ['profile', [admin, superadmin]],
    ['pan', [admin, superadmin]],
    ['aadhaar', [superadmin]],
  ] as const) {
    const id = await addIdentityImage(agent.user.id, kind);
    for (const viewer of [agent, other, admin, superadmin]) {
      const { statusCode, headers } = await get(linkTo(id, 'identity'), cookie(viewer));
      expect(statusCode, kind).toBe((seenBy as readonly Visitor[]).includes(viewer) ? 200 : 404);
      expect([headers['cache-control'], headers.etag], kind).toEqual(['no-store', undefined]);
    }
  }
});

// Covers: threat-33
test('identity images of a deleted user open by no link, also not by older ones', async () => {
  const { id: user_id } = await addUser(running.db, 'agent');
  const link = linkTo(await addIdentityImage(user_id, 'pan'), 'identity');
  expect((await superadmin.get(link)).statusCode).toBe(200);
  expect((await superadmin.delete(`users/${user_id}/`)).statusCode).toBe(200);
  expect((await superadmin.get(link)).statusCode).toBe(404);
});

// Covers: asvs-5
test('a picture opens by cookie or bearer token, with its type, privately cached for the link’s life', async () => {
  for (const headers of [cookie(admin), bearer(admin)]) {
    const answer = await get(photo.url, headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=3600, immutable',
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'same-site',
      'x-content-type-options': 'nosniff',
      etag: `"${photo.id}-screen"`,
    });
    const key = pictureKey('photo', photo.id, 'screen');
    expect(answer.rawPayload.equals(await running.platform.photos.get(key))).toBe(true);
  }
  const original = await drawPhoto('teal');
  expect((await get(photo.original_url)).rawPayload.equals(original)).toBe(true);
  expect((await get(photo.thumbnail_url)).rawPayload.length).toBeGreaterThan(0);
});

test('a picture in the browser’s cache is not sent again, but still needs a session', async () => {
  const headers = { 'if-none-match': `"${photo.id}-screen"` };
  const answer = await get(photo.url, { ...headers, ...cookie(admin) });
  expect([answer.statusCode, answer.body]).toEqual([304, '']);
  expect((await get(photo.url, headers)).statusCode).toBe(401);
});

// Covers: fault-24
test('a missing file is a 404, an unreachable store a 503', async () => {
  const { photos } = running.platform;
  await photos.delete(pictureKey('photo', photo.id, 'thumbnail'));
  expect((await get(photo.thumbnail_url)).statusCode).toBe(404);

  const { get: read } = photos;
  photos.get = () => Promise.reject(new Error('connect ETIMEDOUT'));
  const answer = await get(photo.url);
  photos.get = read;
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.body).not.toContain('ETIMEDOUT');
});

async function countDamaged(): Promise<number> {
  const metric = await register.getSingleMetric('doorstep_photos_damaged_total')?.get();
  return metric?.values[0]?.value ?? 0;
}

// Covers: threat-34
test('a photo with damaged bytes is reported, logged and counted, never shown', async () => {
  const { photos } = running.platform;
  const before = await countDamaged();
  const key = pictureKey('photo', photo.id, 'original');
  const bytes = await photos.get(key);
  await photos.delete(key);
  await photos.put(key, Buffer.from(bytes).fill(0, 200, 300));
  const answer = await get(photo.original_url);
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'photo_damaged']);
  expect(answer.rawPayload.length).toBeLessThan(400);
  await photos.delete(key);
  await photos.put(key, bytes);
  expect((await get(photo.original_url)).statusCode).toBe(200);

  const screen = pictureKey('photo', photo.id, 'screen');
  await photos.delete(screen);
  await photos.put(screen, Buffer.alloc(2000));
  expect((await get(photo.url)).json().code).toBe('photo_damaged');
  expect(await countDamaged()).toBe(before + 2);
});
