import { login } from '@doorstep/contract/auth';
import { readTaskMessages, sendMessage } from '@doorstep/contract/messages';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, test, vi } from 'vitest';
import { Office } from '../../testing/office.ts';
import {
  nextSignIn,
  openEnvelope,
  otherAgent,
  phoneAtWork,
  readable,
  signedIn,
  task,
} from '../../testing/phone.ts';
import { database, writeMeta } from '../db/database.ts';
import { lockNow } from '../lock/lock.ts';
import { beginWork, signIn } from '../session/sign-in.ts';
import { signOut } from '../session/sign-out.ts';
import { sendQueue } from '../sync/send-queue.ts';
import { conversationOf } from './conversation.ts';
import { noteOpened, unreadOf } from './unread.ts';
import { editAgain, queueMessage, saveText } from './write-message.ts';

beforeEach(async () => {
  await phoneAtWork();
  new Office().start();
});

const stored = async () => (await database()).getAll('messages');
const states = async () => (await stored()).map(({ state }) => state);

/** Returns the list of the messages that the simulated office receives. */
function officeTakes(state: 'received' | 'late' = 'received') {
  const got: { text: string; sent_at: string; token: string | null }[] = [];
  answer(sendMessage, async ({ body, request }) => {
    const { id, ...message } = await openEnvelope((body as { envelope: string }).envelope);
    got.push({ ...message, token: request.headers.get('Authorization') });
    return { id, state };
  });
  return got;
}

// Covers: messages-7
test('stores each text encrypted, and sends it while locked, with the time by the office’s clock', async () => {
  // The phone's clock is an hour fast.
  await writeMeta('clock', { offsetMs: 3_600_000 });
  await saveText(task.id, 'The back ga');
  await saveText(task.id, 'The back gate');
  expect(await states()).toEqual(['draft']);
  await queueMessage(task.id, 'The back gate');
  const before = Date.now() - 3_600_000;
  expect(await states()).toEqual(['waiting']);
  const bytes = (await stored()).map(({ encrypted, envelope = '' }) => [
    readable(encrypted.bytes),
    envelope,
  ]);
  expect(JSON.stringify(bytes)).not.toContain('gate');

  lockNow();
  const got = officeTakes();
  expect(await sendQueue()).toBe('done');
  expect(got).toMatchObject([{ text: 'The back gate', token: 'Bearer send-1' }]);
  expect(Math.abs(Date.parse(got[0]?.sent_at ?? '') - before)).toBeLessThan(60_000);
  expect(await states()).toEqual(['sent']);
});

// Covers: messages-7
test('tries again when the office is busy; a rejected message can be changed, and blocks no other', async () => {
  await queueMessage(task.id, 'One');
  // The server answers 408 if a request arrives too slowly.
  for (const status of [429, 408]) {
    answer(sendMessage, failure(status, { code: 'too_many_messages' }));
    expect(await sendQueue()).toBe('again');
    expect(await states()).toEqual(['waiting']);
  }
  answer(sendMessage, failure(409, { code: 'too_many_messages' }));
  expect(await sendQueue()).toBe('done');
  expect(await states()).toEqual(['refused']);
  const [refused] = await stored();
  await editAgain(task.id, refused?.id ?? '', 'One');
  expect(await states()).toEqual(['draft']);
  const got = officeTakes('late');
  await queueMessage(task.id, 'Two');
  await sendQueue();
  expect(got.map(({ text }) => text)).toEqual(['Two']);
  expect(await states()).toEqual(['late']);
  answer(sendMessage, failure(401));
  await queueMessage(task.id, 'Three');
  expect(await sendQueue()).toBe('sign in');
  expect(await states()).toContain('waiting');
});

// Covers: messages-7
test('sends messages in the order of writing, and deletes those that were sent seven days ago', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const texts = ['1', '2', '3', '4', '5'];
  for (const text of texts) {
    await queueMessage(task.id, text);
    wait(1_000);
  }
  const got = officeTakes();
  await sendQueue();
  expect(got.map(({ text }) => text)).toEqual(texts);
  await saveText(task.id, 'Half a tex');
  wait(7 * 86_400_000 - 60_000);
  await sendQueue();
  expect(await states()).toHaveLength(6);
  wait(60_000);
  await sendQueue();
  expect(await states()).toEqual(['draft']);
});

// Covers: messages-7, field-app-22
test('a waiting message blocks signing out, and another agent’s sign-in', async () => {
  await queueMessage(task.id, 'One');
  expect(await signOut()).toBe(false);
  answer(login, { ...signedIn, user: otherAgent });
  await expect(signIn('ravi@doorstep.test', 'x')).rejects.toThrow('another agent');
  officeTakes();
  await sendQueue();
  expect(await signOut()).toBe(true);
});

// Covers: messages-7
test('a forgotten PIN deletes texts that wait for nothing; a waiting message is still sent', async () => {
  await queueMessage(task.id, 'One');
  await saveText(task.id, 'Half a tex');
  await beginWork(nextSignIn, '581920');
  expect(await states()).toEqual(['waiting']);
  const got = officeTakes();
  await sendQueue();
  expect(got).toMatchObject([{ text: 'One', token: 'Bearer send-2' }]);
});

// Covers: messages-8
test('knows which messages are unread without a network, and tells the office later', async () => {
  const message = (id: string, is_from_office: boolean, is_read = false) => ({
    ...{ id, is_from_office, is_read, by: 'Meera Shah', text: id, sent_at: '2026-11-22T08:00:00Z' },
  });
  const fromOffice = [message('a', true, true), message('b', true), message('d', true)];
  const withMessages = { ...task, messages: [...fromOffice, message('c', false)] };
  expect(unreadOf(withMessages, new Map())).toEqual(['b', 'd']);
  const own = (id: string) => ({ id, text: id, at: '', state: 'waiting' as const });
  const shown = conversationOf(withMessages, { draft: '', messages: [own('c'), own('e')] });
  expect(shown.map(({ id, state }) => `${id} ${state}`)).toEqual([
    ...['a sent', 'b sent', 'd sent', 'c sent', 'e waiting'],
  ]);
  const reads = async () =>
    new Map((await (await database()).getAll('messageReads')).map((read) => [read.taskId, read]));
  await noteOpened(task.id, 'b');
  expect(unreadOf(withMessages, await reads())).toEqual(['d']);
  await noteOpened(task.id, 'd');
  expect(unreadOf(withMessages, await reads())).toEqual([]);
  answer(readTaskMessages, failure(503));
  expect(await sendQueue()).toBe('again');
  const told: unknown[] = [];
  answer(readTaskMessages, ({ body }) => {
    told.push(body);
    return { success: true, message: '' };
  });
  expect(await sendQueue()).toBe('done');
  expect(await sendQueue()).toBe('done');
  expect(told).toEqual([{ up_to: 'd' }]);
});
