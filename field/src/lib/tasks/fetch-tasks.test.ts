import { refresh } from '@doorstep/contract/auth';
import { answer, bareFailure, noConnection } from '@doorstep/contract/testing/backend';
import { registerDevice, serverKey, taskChanges } from '@doorstep/contract/visits/phone';
import { beforeEach, expect, test, vi } from 'vitest';
import { officeHas } from '../../testing/office.ts';
import {
  agent,
  phoneAtWork,
  readable,
  replaceLock,
  storeTasks,
  task,
  tokensOf,
} from '../../testing/phone.ts';
import { database, readMeta } from '../db/database.ts';
import { decrypt, type Encrypted } from '../db/encrypted.ts';
import { openKey, setSecret } from '../lock/lock.ts';
import { readAccount, saveAccount } from '../session/account.ts';
import { readAccountRecord } from '../session/account-record.ts';
import { startVisit } from '../visit/draft.ts';
import { fetchTasks } from './fetch-tasks.ts';
import { addNotices, dismissNotice, type Notice } from './notices.ts';
import { listTasks } from './tasks.ts';

beforeEach(phoneAtWork);

const noChanges = { tasks: [], gone: [], server_time: '2026-11-22T09:00:00.000Z' };
const ids = async () => (await listTasks()).map(({ id }) => id);
const notices = async () => decrypt(openKey(), (await readMeta('notices')) as Encrypted<Notice[]>);

// Covers: field-app-14
test('reports the known tasks once, however often it is called, and applies the differences', async () => {
  await storeTasks(task, { ...task, id: 10002, revision: 'b2c3d4e5' });
  const asked = officeHas(
    [{ ...task, revision: 'c3d4e5f6', address: '15 Lake Road' }],
    [{ applicant_id: 10002, because: 'reassigned', by: 'Ravi Kumar' }],
  );
  await Promise.all([fetchTasks(), fetchTasks()]);
  expect(asked.known).toEqual(['10001-a1b2c3d4,10002-b2c3d4e5']);
  expect(await listTasks()).toMatchObject([{ id: 10001, address: '15 Lake Road' }]);
  expect(await notices()).toMatchObject([
    { applicant_id: 10002, name: 'Meera Nair', because: 'reassigned', by: 'Ravi Kumar' },
  ]);
  expect(await readMeta('recipient')).toBe('age1new');
  expect(Date.now() - Date.parse((await readMeta<string>('heardAt')) ?? '')).toBeLessThan(60_000);
});

// Covers: facts-6
test('knows the clock difference and the agency before the first visit is sent', async () => {
  officeHas([]);
  answer(taskChanges, () => {
    const serverTime = new Date(Date.now() + 3 * 3_600_000);
    return Response.json(
      { ...noChanges, agency: 'Sahyadri Verification' },
      { headers: { Date: serverTime.toUTCString() } },
    );
  });
  await fetchTasks();
  const { offsetMs } = (await readMeta<{ offsetMs: number }>('clock')) ?? {};
  expect(Math.round((offsetMs ?? 0) / 60_000)).toBe(-180);
  expect(await readMeta('agency')).toBe('Sahyadri Verification');
});

test('encrypts tasks on the phone', async () => {
  officeHas([task]);
  await fetchTasks();
  const stored = await (await database()).getAll('tasks');
  expect(readable(stored[0]?.encrypted.bytes)).not.toContain('Meera');
  expect(await ids()).toEqual([10001]);
});

// Covers: field-app-4
test('keeps an open visit when its task is gone; gives no notice of the agent’s own visits', async () => {
  await storeTasks(task);
  const visitId = await startVisit(task);
  officeHas([], [{ applicant_id: 10001, because: 'visited', by: null }]);
  await fetchTasks();
  expect(await (await database()).count('tasks')).toBe(0);
  // The agent must still find the task to finish the visit.
  expect(await ids()).toEqual([10001]);
  expect(await (await database()).getKey('drafts', visitId)).toBe(visitId);
  expect(await readMeta('notices')).toBeUndefined();
});

test('sorts sent-back tasks first, then by the nearest deadline', async () => {
  const due = (id: number, due_at: string | null) => ({ ...task, id, due_at });
  const sent_back = { at: '', reasons: ['photo_unclear'], note: '', photos_wanted: [] };
  officeHas([
    due(1, null),
    due(2, '2026-11-23T04:00:00.000Z'),
    due(3, '2026-11-22T04:00:00.000Z'),
    { ...due(4, null), sent_back },
  ]);
  await fetchTasks();
  expect(await ids()).toEqual([4, 3, 2, 1]);
});

test('renews an expired token once', async () => {
  const asked = officeHas([task]);
  answer(registerDevice, ({ request }) =>
    request.headers.get('Authorization') === 'Bearer access-1'
      ? bareFailure(401)
      : { success: true as const, message: '' },
  );
  answer(refresh, ({ body }) => {
    expect(body).toEqual({ refresh: 'refresh-1' });
    return tokensOf(2);
  });
  await fetchTasks();
  expect(asked.tokens).toEqual(['Bearer access-2']);
  expect((await readAccount())?.tokens.refresh_token).toBe('refresh-2');
});

// Covers: field-app-12
test('asks for the password if a sign-in can’t be renewed, and deletes nothing', async () => {
  await storeTasks(task);
  answer(registerDevice, bareFailure(401));
  answer(refresh, bareFailure(401));
  await expect(fetchTasks()).rejects.toThrow('sign in');
  expect(await readAccountRecord()).toMatchObject({ isEnded: true, sendToken: 'send-1' });
  expect(await ids()).toEqual([10001]);
});

test.each([
  ['the network fails', noConnection(), 'NoAnswer'],
  ['the server fails', bareFailure(500), 'Refusal'],
])('does not end the sign-in when %s during a renewal', async (_, trouble, name) => {
  answer(registerDevice, bareFailure(401));
  answer(refresh, trouble);
  await expect(fetchTasks()).rejects.toMatchObject({ name });
  expect(await readAccountRecord()).toMatchObject({ isEnded: false });
});

test.each([
  ['the agent signs out', async () => (await database()).delete('meta', 'lock')],
  ['another secret replaces a forgotten one', replaceLock],
])(
  'discards an answer that arrives after %s, because the next key could not read it',
  async (_, meanwhile) => {
    officeHas([task]);
    answer(serverKey, async () => {
      await meanwhile();
      return { recipient: 'age1new' };
    });
    await fetchTasks();
    expect(await (await database()).count('tasks')).toBe(0);
  },
);

test('does not let a new agent wait for the earlier agent’s request', async () => {
  officeHas([]);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const hold = vi.fn(() => held.then(() => noChanges));
  answer(taskChanges, hold);
  const before = fetchTasks();
  await expect.poll(() => hold.mock.calls.length).toBe(1);
  await setSecret('918273');
  await saveAccount({ user: agent, tokens: tokensOf(2) }, 'send-2');
  officeHas([task]);
  await fetchTasks();
  expect(await ids()).toEqual([10001]);
  release();
  await before;
});

test('applies two simultaneous changes of the notices', async () => {
  const deleted = { because: 'deleted' as const, by: null, at: '2026-11-22T08:35:00.000Z' };
  const gone = [1, 2, 3].map((applicant_id) => ({ applicant_id, ...deleted }));
  await addNotices(openKey(), gone, new Map([[1, 'Meera Nair']]));
  await Promise.all([dismissNotice(1), dismissNotice(2)]);
  expect(await notices()).toMatchObject([{ applicant_id: 3 }]);
});
