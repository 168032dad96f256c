import { randomUUID } from 'node:crypto';
import type { Applicant } from '@doorstep/contract/applicants';
import type { Board } from '@doorstep/contract/board';
import { limits } from '@doorstep/contract/limits';
import { type Message, messagesOnPhone } from '@doorstep/contract/messages';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { Encrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { readRecipient } from '../../domain/secrets/server-key.ts';
import { serverLimits } from '../../limits.ts';
import { addMessage } from '../../testing/messages.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { anonymise } from '../retention/retention-store.ts';

const running = await startSharedApp();
const { db } = running;
const asha = await signIn(running, 'agent', { name: 'Asha Rane' });
const ravi = await signIn(running, 'agent', { name: 'Ravi Naik' });
const meera = await signIn(running, 'admin', { name: 'Meera Shah' });

const assigned = async (to: Visitor = asha) =>
  (await addApplicant(db, { assigned_agent_id: to.user.id })).id;
const giveTo = (id: number, agent: Visitor | null) => {
  const assigned_agent_id = agent?.user.id ?? null;
  const status = agent ? 'assigned' : 'pending';
  return changeRows(db, 'applicants', { id }, { assigned_agent_id, status });
};
const write = (id: number, text: string, to = asha) =>
  meera.post(`applicants/${id}/messages/`, { agent_id: to.user.id, text });
const fromPhone = (text: string, sent_at = '2026-03-05T05:00:00.000Z') => ({
  ...{ id: randomUUID(), text, sent_at },
});
const send = (id: number, message: object, by = asha) =>
  by.post(`agent/tasks/${id}/messages/`, message);
const list = async (id: number) =>
  (await meera.get(`applicants/${id}/messages/`)).json<{
    agent: { name: string; last_seen: string | null; to_send: number } | null;
    results: Message[];
  }>();
const taskOf = async (id: number, agent = asha) => {
  const { tasks } = (await agent.get('agent/task-changes/')).json<{ tasks: AgentTask[] }>();
  return tasks.find((task) => task.id === id);
};
const readUpTo = (id: number, message: string | undefined) =>
  meera.post(`applicants/${id}/messages/read/`, { up_to: message });
const unreadSince = async (id: number) =>
  (await meera.get(`applicants/${id}/`)).json<Applicant>().unread_since;

// Covers: messages-1, messages-2
test('the office asks, the agent reads and answers, and the office reads; the audit has no text', async () => {
  const id = await assigned();
  const before = (await taskOf(id))?.revision;
  expect((await write(999_999_999, 'Hello')).statusCode).toBe(404);
  expect((await write(id, '  ')).json()).toMatchObject({ errors: { text: ['Write a message.'] } });
  expect((await write(id, ' Which gate? ')).statusCode).toBe(201);
  const asked = await taskOf(id);
  expect(asked?.revision).not.toBe(before);
  expect(asked?.messages).toMatchObject([
    { text: 'Which gate?', by: 'Meera Shah', is_from_office: true, is_read: false },
  ]);
  const question = asked?.messages?.[0]?.id;
  const read = await asha.post(`agent/tasks/${id}/messages/read/`, { up_to: question });
  expect(read.statusCode).toBe(200);

  const answer = fromPhone('The back gate');
  for (const text of ['The back gate', 'The back gate', 'Another text']) {
    const status = (await send(id, { ...answer, text })).statusCode;
    expect([text, status]).toEqual([text, text === answer.text ? 201 : 409]);
  }
  const { agent, results } = await list(id);
  expect(agent).toMatchObject({ name: 'Asha Rane', last_seen: expect.any(String), to_send: 0 });
  // Only the signature of this visit has not arrived yet.
  const incomplete = {
    outcome: 'locked',
    is_final: false,
    request_sha256: Buffer.alloc(32),
  } as const;
  await db
    .insertInto('visits')
    .values({ id: randomUUID(), applicant_id: id, agent_id: asha.user.id, ...incomplete })
    .execute();
  expect((await list(id)).agent).toMatchObject({ to_send: 1 });
  expect(results).toMatchObject([
    { text: 'Which gate?', is_read: true, agent: 'Asha Rane' },
    { text: 'The back gate', is_from_office: false, is_read: false, sent_at: answer.sent_at },
  ]);
  expect(await unreadSince(id)).toBe(results[1]?.received_at);
  const board = async () => (await meera.get('board/')).json<Board>().attention.messages;
  expect((await board())?.count).toBeGreaterThan(0);

  expect((await readUpTo(id, randomUUID())).statusCode).toBe(404);
  expect((await readUpTo(id, answer.id)).statusCode).toBe(200);
  expect((await readUpTo(id, answer.id)).statusCode).toBe(200);
  expect(await unreadSince(id)).toBeUndefined();
  expect((await taskOf(id))?.messages?.[1]).toMatchObject({ id: answer.id, is_read: true });
  const audit = await auditOf(db, 'message', id);
  expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['write', meera.user.id],
    ['read', asha.user.id],
    ['write', asha.user.id],
    ['read', meera.user.id],
  ]);
  expect(JSON.stringify(audit)).not.toMatch(/gate/);
});

// Covers: messages-1
test('one id for messages about two applicants at the same time is stored once', async () => {
  const ids = [await assigned(), await assigned()];
  for (let times = 0; times < 5; times += 1) {
    const message = fromPhone('One');
    const answers = await Promise.all(ids.map((id) => send(id, message)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  }
});

// Covers: messages-2
test('a message that arrives while the office reads stays unread', async () => {
  const id = await assigned();
  const [first, second] = [fromPhone('One'), fromPhone('Two')];
  await send(id, first);
  await send(id, second);
  await readUpTo(id, first.id);
  const rows = (await list(id)).results;
  expect(rows.map(({ is_read }) => is_read)).toEqual([true, false]);
  expect(await unreadSince(id)).toBe(rows[1]?.received_at);
});

// Covers: messages-3, threat-51
test('an agent sees only their own conversation; a task given to another agent loses no message', async () => {
  const id = await assigned();
  const message = { applicant_id: id, agent_id: asha.user.id, author_id: meera.user.id };
  const mine = await addMessage(db, message);
  await giveTo(id, ravi);
  const refused = await write(id, 'Which gate?');
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    ...{ code: 'not_their_task', message: 'Not sent: Ravi Naik has this task now.' },
  });
  expect((await taskOf(id, ravi))?.messages).toBeUndefined();
  const read = await ravi.post(`agent/tasks/${id}/messages/read/`, { up_to: mine });
  expect(read.statusCode).toBe(404);

  expect((await send(id, fromPhone('Locked'))).json()).toMatchObject({ state: 'late' });
  expect((await list(id)).results.at(-1)).toMatchObject({
    ...{ text: 'Locked', agent: 'Asha Rane', late: { given_to: 'Ravi Naik' } },
  });
  await giveTo(id, null);
  expect((await write(id, 'Which gate?')).json()).toMatchObject({
    message: 'Not sent: no agent has this task now.',
  });
  await send(id, fromPhone('I was there at noon'), ravi);
  const { agent, results } = await list(id);
  expect(agent).toBeNull();
  expect(results.at(-1)).toMatchObject({ agent: 'Ravi Naik', late: { given_to: null } });

  await giveTo(id, asha);
  const texts = (await taskOf(id))?.messages?.map(({ text }) => text);
  expect(texts).toEqual(['The gate is locked', 'Locked']);
});

// Covers: messages-3
test('an agent who never had a task, or whose task was deleted, is told that there is none', async () => {
  const theirs = await assigned(ravi);
  expect((await send(theirs, fromPhone('Hello'))).statusCode).toBe(404);
  const gone = await assigned();
  await meera.delete(`applicants/${gone}/`);
  expect((await send(gone, fromPhone('Hello'))).statusCode).toBe(404);
  for (const of of ['messages', 'visits']) {
    expect((await meera.get(`applicants/${gone}/${of}/`)).statusCode).toBe(404);
    expect((await meera.get(`applicants/999999/${of}/`)).statusCode).toBe(404);
  }
});

// Covers: messages-4
test('a message may be encrypted to the server; a damaged or foreign one is rejected', async () => {
  const id = await assigned();
  const message = fromPhone('At the tea stall');
  const envelope = async (content: object | string) => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(await readRecipient(running.platform));
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return { envelope: Buffer.from(await encrypter.encrypt(text)).toString('base64') };
  };
  const sent = await send(id, await envelope(message));
  expect(sent.json()).toEqual({ id: message.id, state: 'received' });
  expect((await send(id, await envelope('{'))).statusCode).toBe(400);
  expect((await send(id, await envelope({ ...message, text: '' }))).statusCode).toBe(400);
  const foreign = await send(id, { envelope: 'QUJD' });
  expect(foreign.json()).toMatchObject({ code: 'unreadable_envelope' });
  const stored = await readRows(db, 'messages', { applicant_id: id }, ['text']);
  expect(stored).toEqual([{ text: 'At the tea stall' }]);
});

// Covers: messages-5
test('texts are limited in length, and must not contain an Aadhaar number', async () => {
  const id = await assigned();
  for (const text of ['x'.repeat(limits.messageLength + 1), 'His number is 2341 2341 2346']) {
    expect((await write(id, text)).statusCode).toBe(400);
    expect((await send(id, fromPhone(text))).statusCode).toBe(400);
  }
  // The clock of this phone is a day fast.
  await send(id, fromPhone('Soon', new Date(Date.now() + 86_400_000).toISOString()));
  const [message] = (await list(id)).results;
  expect(message?.sent_at).toBe(message?.received_at);
});

// Covers: messages-5
test('a task and an author’s hour have room for a number of messages; a phone gets the latest', async () => {
  const id = await assigned();
  const agent = await addUser(db, 'agent');
  const many = Array.from({ length: serverLimits.messagesPerTask - 1 }, (_, at) => ({
    ...{ applicant_id: id, agent_id: asha.user.id, author_id: agent.id, text: `No. ${at}` },
    sent_at: new Date(),
  }));
  await db.insertInto('messages').values(many).execute();
  expect((await send(id, fromPhone('The last'))).statusCode).toBe(201);
  const refused = await send(id, fromPhone('Too many'));
  expect(refused.json()).toMatchObject({ code: 'too_many_messages' });
  const kept = (await taskOf(id))?.messages;
  expect([kept?.length, kept?.at(-1)?.text]).toEqual([messagesOnPhone, 'The last']);

  const writer = await signIn(running, 'agent');
  const another = await assigned(writer);
  for (let sent = 0; sent < serverLimits.messagesPerHour; sent += 1)
    await addMessage(db, { applicant_id: id, agent_id: writer.user.id });
  const late = await send(another, fromPhone('One more'), writer);
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '600']);
});

// Covers: messages-6, threat-51
test('messages are deleted with the applicant’s personal data, and none is added afterwards', async () => {
  const id = await assigned();
  await send(id, fromPhone('Ask for Sushila'));
  await changeRows(db, 'applicants', { id }, { status: 'submitted' });
  await anonymise(db, [id]);
  expect(await readRows(db, 'messages', { applicant_id: id }, ['id'])).toEqual([]);
  expect(await readRow(db, 'applicants', { id }, ['unread_since'])).toEqual({ unread_since: null });
  expect((await send(id, fromPhone('Hello'))).json()).toMatchObject({ code: 'anonymised' });
});
