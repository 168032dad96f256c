import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '../../db/connection.ts';
import { deleteOldAnswers } from '../../db/idempotency-keys.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { multipartOf, writeSpreadsheet } from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const boss = await signIn(server, 'superadmin');
const visitedBy = (await addUser(server.db, 'agent')).id;

interface Request {
  url: string;
  payload: object | Buffer;
  headers?: Record<string, string>;
}

async function post({ url, payload, headers }: Request, key: string, by = boss) {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...by.headers, ...headers, 'idempotency-key': key },
  });
  const { request_id: _, ...body } = answer.json();
  return { status: answer.statusCode, body, retryAfter: answer.headers['retry-after'] };
}

let people = 0;
const registration = (): Request => {
  people += 1;
  const email = `repeated${people}@example.test`;
  const phone = String(9_700_000_000 + people);
  const payload = { name: 'Asha Rao', email, phone, password: 'Brand-new-horse-8' };
  return { url: '/api/v1/auth/register/', payload };
};
const upload = async (ids = [randomUUID()]): Promise<Request> => ({
  url: '/api/v1/bulk/bulk-upload/',
  ...(await multipartOf(await writeSpreadsheet(ids))),
});
const decision = async (decided = 'positive'): Promise<Request> => ({
  url: `/api/v1/verification_tasks/${(await addVerificationRow(server.db, visitedBy)).id}/admin-decision/`,
  payload: { decision: decided },
});

const counts = {
  users: sql`select from users`,
  uploads: sql`select from uploads`,
  decisions: sql`select from audit where action = 'decide' and subject = 'verification'`,
};
const countOf = async (kind: keyof typeof counts) =>
  (await counts[kind].execute(server.db)).rows.length;

const kinds: [string, number, keyof typeof counts, () => Promise<Request> | Request][] = [
  ['a registration', 201, 'users', registration],
  ['an upload', 200, 'uploads', upload],
  ['a decision', 200, 'decisions', decision],
];

// Covers: fault-33
test.each(kinds)(
  '%s under one key is done once, and every repetition gets the same answer',
  async (_, status, kind, make) => {
    const request = await make();
    const before = await countOf(kind);
    const key = randomUUID();
    const first = await post(request, key);
    expect(first.status, JSON.stringify(first.body)).toBe(status);
    expect(await post(request, key)).toEqual(first);
    expect(await countOf(kind)).toBe(before + 1);
  },
);

test.each(kinds)('%s under the key of another request is a 409', async (_, status, __, make) => {
  const key = randomUUID();
  expect((await post(await make(), key)).status).toBe(status);
  expect(await post(await make(), key)).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_taken' },
  });
});

test.each(kinds)(
  '%s sent twice at the same time is done once; an early repetition is told to wait',
  async (_, status, kind, make) => {
    const request = await make();
    const before = await countOf(kind);
    const key = randomUUID();
    // Sends only two requests, because a process reads at most two files at the same time.
    const answers = await Promise.all([1, 2].map(() => post(request, key)));
    for (const answer of answers) {
      if (answer.status === 409) {
        expect(answer).toMatchObject({ retryAfter: '1', body: { code: 'request_under_way' } });
      } else expect(answer.status).toBe(status);
    }
    expect(answers.some((answer) => answer.status === status)).toBe(true);
    expect(await countOf(kind)).toBe(before + 1);
    expect((await post(request, key)).status).toBe(status);
  },
);

test.each(['short', 'a'.repeat(101), 'with a space'])(
  'a key such as "%s" is a 400 that names the header',
  async (key) => {
    const answer = await post(registration(), key);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['Idempotency-Key']]);
  },
);

test('another password is another request, and no password can be read from stored data', async () => {
  const request = registration();
  const key = randomUUID();
  await post(request, key);
  const other = { ...request, payload: { ...request.payload, password: 'Another-horse-9' } };
  expect((await post(other, key)).status).toBe(409);
  const { answer } = await readRow(server.db, 'idempotency_keys', { key }, ['answer']);
  expect(JSON.stringify(answer)).not.toContain('horse');
});

test('a key belongs to its user', async () => {
  const key = randomUUID();
  const admin = await signIn(server, 'admin');
  expect((await post(await decision(), key)).status).toBe(200);
  expect((await post(await decision('negative'), key, admin)).status).toBe(200);
});

test('a rejected request is not stored: it may be corrected and sent under its key', async () => {
  const key = randomUUID();
  const request = registration();
  const wrong = { ...request, payload: { ...request.payload, phone: '12' } };
  expect((await post(wrong, key)).status).toBe(400);
  expect((await post(request, key)).status).toBe(201);
});

// Covers: fault-37
test('a key without its effect, or an effect without its key, is never stored', async () => {
  const key = randomUUID();
  const request = await upload([randomUUID(), randomUUID()]);
  const uploads = await countOf('uploads');
  // Makes the last statement of the transaction fail, as in a crash.
  const owner = connect(server.owner);
  const isBroken = sql`check (key <> ${sql.lit(key)})`;
  await sql`alter table idempotency_keys add constraint broken ${isBroken}`.execute(owner);
  expect((await post(request, key)).status).toBe(500);
  expect(await countOf('uploads')).toBe(uploads);
  await sql`alter table idempotency_keys drop constraint broken`.execute(owner);
  await owner.destroy();
  expect((await post(request, key)).body.summary.successful).toBe(2);
});

test('a replayed decision does not overwrite a later one of a colleague', async () => {
  const request = await decision();
  const id = Number(/tasks\/(\d+)/.exec(request.url)?.[1]);
  const key = randomUUID();
  await post(request, key);
  const colleague = await signIn(server, 'admin');
  await post({ ...request, payload: { decision: 'negative' } }, randomUUID(), colleague);
  expect((await post(request, key)).status).toBe(200);
  const { admin_decision } = await readRow(server.db, 'verifications', { id }, ['admin_decision']);
  expect(admin_decision).toBe('negative');
  expect(await auditOf(server.db, 'verification', id)).toHaveLength(2);
});

test('after a day a key can be used again, deleted or not', async () => {
  const key = randomUUID();
  const age = (hours: number) => {
    const stored_at = new Date(Date.now() - hours * 3_600_000);
    return changeRows(server.db, 'idempotency_keys', { key }, { stored_at });
  };
  await post(registration(), key);
  await age(23);
  await deleteOldAnswers(server.db);
  expect((await post(registration(), key)).status).toBe(409);
  await age(25);
  expect((await post(registration(), key)).status).toBe(201);
  await age(25);
  await deleteOldAnswers(server.db);
  expect(await readRows(server.db, 'idempotency_keys', { key })).toEqual([]);
});
