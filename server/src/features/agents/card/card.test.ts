import { randomUUID } from 'node:crypto';
import type { AgentCard } from '@doorstep/contract/visits/agent-card';
import { expect, test } from 'vitest';
import { pictureKey } from '../../../storage/photos/photo-keys.ts';
import { changeRows } from '../../../testing/rows.ts';
import { drawPhoto } from '../../../testing/submission.ts';
import { signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';
import { checkCard } from './card-service.ts';
import { signCardToken } from './card-token.ts';

const running = await startSharedApp();
const superAdmin = await signIn(running, 'superadmin');

async function cardOf(agent: Visitor) {
  const answer = await agent.get('agent/card/');
  expect(answer.statusCode).toBe(200);
  const card = answer.json<AgentCard>();
  return { card, path: card.check_url.replace(/^https?:..[^/]+/, '') };
}
/** Opens a card's page from a random IP address, so that no address exceeds its limit of checks a minute. */
const open = (url: string) =>
  running.app.inject({ url, remoteAddress: `10.9.${Math.floor(Math.random() * 250)}.9` });

// Covers: field-app-34, threat-53
test('a card shows name, photo and agency to anyone with its code, and nothing else', async () => {
  const agent = await signIn(running, 'agent', { name: `Asha <b>"Rane" ${randomUUID()}` });
  const id = randomUUID();
  await running.db
    .insertInto('identity_images')
    .values({ id, user_id: agent.user.id, kind: 'profile' })
    .execute();
  await running.platform.photos.put(
    pictureKey('identity', id, 'thumbnail'),
    await drawPhoto('teal'),
  );
  const { card, path } = await cardOf(agent);
  expect(card).toMatchObject({ name: agent.user.name, agency: 'Doorstep' });
  expect(card.photo).toMatch(/^data:image\/jpeg;base64,/);
  expect(Date.parse(card.valid_until) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);

  const page = await open(path);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('This card is valid');
  expect(page.body).toContain('Asha &#60;b&#62;&#34;Rane&#34;');
  expect(page.body).toContain(card.photo);
  expect(page.body).not.toContain(agent.user.email);
  expect(page.body).not.toContain(agent.user.phone_number);
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    'x-robots-tag': expect.stringContaining('noindex'),
    'content-type': 'text/html; charset=utf-8',
  });

  await running.platform.photos.delete(pictureKey('identity', id, 'thumbnail'));
  expect((await cardOf(agent)).card.photo).toBeNull();
  expect((await open(path)).body).toContain('This card is valid');
});

// Covers: threat-53
test('a card ends with its session, with the account, and on leave it says so', async () => {
  const agent = await signIn(running, 'agent');
  const { path } = await cardOf(agent);
  const today = Temporal.Now.plainDateISO('Asia/Kolkata');
  const addLeave = (...days: number[]) =>
    running.db
      .insertInto('agent_leave')
      .values(
        days.map((days) => {
          const day = today.add({ days }).toString();
          return { agent_id: agent.user.id, from_day: day, to_day: day };
        }),
      )
      .execute();
  await addLeave(-1, 1);
  const atWork = await open(path);
  expect(atWork.statusCode).toBe(200);
  expect(atWork.body).not.toContain('on leave today');
  await addLeave(0);
  expect((await open(path)).body).toContain('on leave today');
  expect((await superAdmin.patch(`users/${agent.user.id}/`, { is_active: false })).statusCode).toBe(
    200,
  );
  const closed = await open(path);
  expect([closed.statusCode, closed.body.includes(agent.user.name)]).toEqual([404, false]);

  const other = await signIn(running, 'agent');
  const { path: second } = await cardOf(other);
  expect((await open(second)).statusCode).toBe(200);
  await changeRows(running.db, 'sessions', { user_id: other.user.id }, { ended_at: new Date() });
  expect((await open(second)).statusCode).toBe(404);
});

// Covers: threat-53
test('a card does not outlive the longest time that its session can last', async () => {
  const agent = await signIn(running, 'agent');
  const hour = 3_600_000;
  const created_at = new Date(Date.now() - 90 * 24 * hour + hour);
  await changeRows(running.db, 'sessions', { user_id: agent.user.id }, { created_at });
  const { card } = await cardOf(agent);
  const left = Date.parse(card.valid_until) - Date.now();
  expect([left > 0, left <= hour]).toEqual([true, true]);
});

// Covers: threat-53
test('a forged card looks like an ended one and reaches no database; an old one says so', async () => {
  const agent = await signIn(running, 'agent');
  const { path } = await cardOf(agent);
  const ended = await open(
    `/id/${signCardToken(running.platform.secret, randomUUID(), tomorrow())}`,
  );
  const changed = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const url of [changed, `${path}A`, '/id/x', `/id/${'-'.repeat(48)}`]) {
    const page = await open(url);
    expect([url, page.statusCode]).toEqual([url, 404]);
    expect(withoutTime(page.body)).toBe(withoutTime(ended.body));
  }
  const withoutDatabase = { ...running.platform, db: undefined as never };
  expect(await checkCard(withoutDatabase, 'x')).toEqual({ state: 'invalid' });
  const old = signCardToken(running.platform.secret, randomUUID(), new Date(Date.now() - 1_000));
  const page = await open(`/id/${old}`);
  expect([page.statusCode, page.body.includes('out of date')]).toEqual([410, true]);
});

// Covers: threat-53
test('one address checks few cards a minute', async () => {
  const remoteAddress = '203.0.113.77';
  const statuses = [];
  for (let times = 0; times < 31; times += 1) {
    statuses.push((await running.app.inject({ url: '/id/x', remoteAddress })).statusCode);
  }
  expect([statuses[0], statuses[29], statuses[30]]).toEqual([404, 404, 429]);
});

const withoutTime = (page: string) => page.replace(/checked [^<]+/, '');
const tomorrow = () => new Date(Date.now() + 86_400_000);
