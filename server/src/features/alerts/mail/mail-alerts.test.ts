import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { checkMail, checkSentMail } from '../../../ops/doctor/check-mail.ts';
import { addLenderRow, setDue } from '../../../testing/lenders.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { startSmtp } from '../../../testing/services/smtp.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  startSharedApp,
} from '../../../testing/test-app.ts';
import { readMailAlert, turnOn } from './mail-alert-service.ts';
import { openMailer } from './mailer.ts';
import { mailSender } from './send-mails.ts';
import { writeMail } from './write-mail.ts';

const server = await startSharedApp({ sendsMail: true });
const { db } = server;
const hour = 3_600_000;
const { signal } = new AbortController();

const settings = (port: number) => {
  const { mail } = readConfig({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_FROM: 'doorstep@example.test',
  });
  if (!mail) throw new Error('No SMTP server is set');
  return mail;
};

function sender(port: number) {
  const said: string[] = [];
  const provider = { ...server.config, publicUrl: 'https://doorstep.example' };
  const mailer = openMailer(settings(port), 30_000);
  const { send, registry } = mailSender({ db, provider, mailer }, (line) => said.push(line));
  return { said, registry, send: () => send(signal) };
}

async function addDue(due: number) {
  const { portfolio, ruleId } = await addLenderRow(db);
  const added = await addApplicant(db, { portfolio_name: portfolio });
  await setDue(db, added.id, ruleId, due * hour);
  return added;
}

async function addRecipient(address: string) {
  const { id } = await addUser(db, 'admin');
  await db.insertInto('mail_alerts').values({ user_id: id, address }).execute();
  return id;
}

/** Moves the last attempts to send into the past, as if time had passed. */
const attemptedHoursAgo = (hours: number) =>
  changeRows(db, 'mail_alerts', {}, { attempted_at: new Date(Date.now() - hours * hour) });

beforeEach(async () => {
  await db.deleteFrom('mail_alerts').execute();
  await changeRows(db, 'applicants', {}, { withdrawn_at: new Date() });
});

// Covers: alerts-1, threat-42
test('an admin turns it on and off; the audit has no address', async () => {
  const admin = await signIn(server, 'admin');
  const { headers } = admin;
  const put = (payload: object) =>
    server.app.inject({ method: 'PUT', url: '/api/v1/alerts/mail/', headers, payload });
  const user_id = await addRecipient('colleague@example.test');
  expect((await admin.get('alerts/mail/')).json()).toMatchObject({ address: null });
  for (const address of [
    ...['', 'nandini', 'a@b.test, c@d.test', 'a@b.test;c@d.test', '"x"@b.test', '<a@b.test>'],
    ...['a@b.test\r\nBcc: c@d.test', 'a@b', 'a@b.test\nx', 'a@[127.0.0.1]'],
    `${'a'.repeat(65)}@b.test`,
  ]) {
    const answer = await put({ address });
    expect([address, answer.statusCode]).toEqual([address, 400]);
    expect(answer.json().errors).toHaveProperty('address');
  }
  expect((await put({ address: 'Nandini@Example.test' })).json()).toMatchObject({
    ...{ address: 'nandini@example.test', last_sent_at: null, has_failed: false },
  });
  expect((await admin.get('alerts/mail/')).json()).toMatchObject({
    ...{ is_offered: false, address: 'nandini@example.test' },
  });
  await addLenderRow(db);
  expect((await admin.get('alerts/mail/')).json()).toMatchObject({ is_offered: true });
  expect((await admin.delete('alerts/mail/')).json()).toMatchObject({ address: null });
  expect(await readRows(db, 'mail_alerts', {}, ['user_id'])).toEqual([{ user_id }]);
  const audit = await auditOf(db, 'user', admin.user.id);
  expect(audit.map(({ action }) => action)).toEqual(['mail_on', 'mail_off']);
  expect(JSON.stringify(audit)).not.toContain('nandini@');
});

test('a server without SMTP sends none and lets no one turn it on', async () => {
  const { id } = await addUser(db, 'admin');
  const actor = { id, requestId: null, address: null };
  const off = { address: 'nandini@example.test', sendsMail: false };
  expect(() => turnOn(db, actor, id, off)).toThrow('This server sends no e-mail.');
  expect(await readMailAlert(db, id, false)).toMatchObject({ is_offered: false, address: null });
});

// Covers: alerts-1
test('a deleted user’s address is deleted', async () => {
  const id = await addRecipient('gone@example.test');
  const superadmin = await signIn(server, 'superadmin');
  expect((await superadmin.delete(`users/${id}/`)).statusCode).toBe(200);
  expect(await readRows(db, 'mail_alerts', {}, ['user_id'])).toEqual([]);
});

// Covers: alerts-2, threat-42
test('lists late and nearly late applicants without identifying the person or the place', async () => {
  const { port, received } = await startSmtp();
  const late = [await addDue(-1), await addDue(-2)];
  const soon = await addDue(1);
  await addDue(30);
  await addRecipient('nandini@example.test');
  await sender(port).send();
  expect(received).toMatchObject([{ to: ['nandini@example.test'] }]);
  const text = received[0]?.raw.replaceAll(/=\r\n/g, '') ?? '';
  expect(text).toMatch(/^Subject: Doorstep applicants: 2 late, 1 due within 2 h\r$/m);
  expect(text).toMatch(/^From: Doorstep <doorstep@example\.test>\r$/m);
  for (const { id, application_id, portfolio_name, ...rest } of [...late, soon]) {
    expect(text).toContain(`- ${application_id}, ${portfolio_name}, due `);
    expect(text).toMatch(new RegExp(`applicants\\?view=(3D)?${id}\\b`));
    for (const personal of [rest.applicant_name, rest.mobile_number, rest.address])
      expect(text).not.toContain(personal);
  }
});

// Covers: alerts-2
test('at most one an hour, none without news, and none to users without permission', async () => {
  const { port, received } = await startSmtp();
  const { send } = sender(port);
  await addRecipient('nandini@example.test');
  const gone = await addRecipient('inactive@example.test');
  await changeRows(db, 'users', { id: gone }, { is_active: false });
  await send();
  expect(received).toEqual([]);
  await addDue(-1);
  await send();
  await addDue(-2);
  await send();
  expect(received.map(({ to }) => to)).toEqual([['nandini@example.test']]);
  await attemptedHoursAgo(1.1);
  await send();
  expect(received.length).toBe(2);
  await attemptedHoursAgo(1.1);
  await send();
  expect(received.length).toBe(2);
});

// Covers: alerts-3
test('two processes at the same time send one, and the attempt is recorded before it is made', async () => {
  const attempts: unknown[] = [];
  const { port, received } = await startSmtp(async () => {
    attempts.push((await readRow(db, 'mail_alerts', {}, ['attempted_at'])).attempted_at);
    return undefined;
  });
  await addDue(-1);
  await addRecipient('nandini@example.test');
  await Promise.all([sender(port).send(), sender(port).send(), sender(port).send()]);
  expect(received.length).toBe(1);
  expect(attempts).toEqual([expect.any(String)]);
  // Simulates a crash after the attempt is recorded, but before the e-mail is recorded as sent.
  await changeRows(db, 'mail_alerts', {}, { sent_at: null, listed: [] });
  await sender(port).send();
  expect(received.length).toBe(1);
  await attemptedHoursAgo(1.1);
  await sender(port).send();
  expect(received.length).toBe(2);
});

// Covers: alerts-3, fault-64
test('a failure is logged without the address, counted, shown, and tried again in an hour', async () => {
  const { port, received } = await startSmtp((to) =>
    to.startsWith('full') && received.length < 2 ? 'Mailbox full' : undefined,
  );
  await addDue(-1);
  const ids = [await addRecipient('full@example.test'), await addRecipient('nandini@example.test')];
  const { send, said, registry } = sender(port);
  await send();
  expect(received.map(({ to }) => to)).toEqual([['nandini@example.test']]);
  expect(said).toEqual([expect.stringContaining('EENVELOPE')]);
  expect(said.join()).not.toContain('@');
  expect(await registry.metrics()).toMatch(/doorstep_mails_total{outcome="failed"} 1/);
  const shown = await Promise.all(ids.map((id) => readMailAlert(db, id, true)));
  expect(shown.map(({ has_failed }) => has_failed)).toEqual([true, false]);
  await attemptedHoursAgo(5 / 60);
  expect(await checkSentMail(db)).toMatchObject({ level: 'warning' });
  await send();
  expect(said.length).toBe(1);
});

// Covers: alerts-3, fault-64
test('an unreachable server is reported, and delays nothing', async () => {
  const { port, close } = await startSmtp();
  const mail = settings(port);
  expect(await checkMail({ mail })).toMatchObject({ level: 'ok' });
  await close();
  expect(await checkMail({ mail })).toMatchObject({ level: 'warning', about: 'E-mail' });
  expect(await checkMail({ mail: undefined })).toMatchObject({ level: 'ok' });
  await addDue(-1);
  await addRecipient('nandini@example.test');
  const { send, said } = sender(port);
  await send();
  expect(said).toEqual([expect.stringMatching(/^An e-mail failed.*ESOCKET|ECONN/)]);
});

// Covers: threat-42
test("text of a lender can't start a new line", () => {
  const list = (application_id: string) => ({
    count: 1,
    first: [{ id: 7, application_id, portfolio_name: 'P\u2028Q', due_at: '2026-03-05T05:00:00Z' }],
  });
  const { text } = writeMail({
    late: { ...list('A\r\n.\r\nRCPT TO:<x@y.test>'), count: 3 },
    soon: { count: 0, first: [] },
    ...{ publicUrl: 'https://d.example', shortName: 'Doorstep', timeZone: 'Asia/Kolkata' },
  });
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Late applicants (3)',
    '- A . RCPT TO:<x@y.test>, P Q, due Thu, Mar 5, 10:30 AM',
    '  https://d.example/applicants?view=7',
    'and 2 more',
  ]);
});

test.each([
  [{ SMTP_URL: 'https://smtp.example.com' }, 'SMTP_URL must be'],
  [{ SMTP_URL: 'smtp://smtp.example.com?x=1' }, 'SMTP_URL must be'],
  [{ SMTP_URL: 'smtp://smtp.example.com' }, 'SMTP_URL needs SMTP_FROM'],
  [{ SMTP_URL: 'smtp://a.test', SMTP_FROM: 'a@b.test\r\nBcc: c@d.test' }, 'SMTP_FROM must be'],
])('contradicting settings stop the start: %o', (environment, why) => {
  expect(() => readConfig({ DEMO: 'off', ...environment })).toThrow(why);
});

// Covers: threat-42
test('a password leaves this machine only over TLS', () => {
  const read = (SMTP_URL: string) =>
    readConfig({ SMTP_URL, SMTP_FROM: 'a@b.test', PUBLIC_URL: 'https://d.example', DEMO: 'off' })
      .mail;
  expect(read('smtp://u:p%40ss@smtp.example.com')).toMatchObject({
    ...{ port: 587, isSecure: false, needsTls: true, user: 'u', password: 'p@ss' },
  });
  expect(read('smtps://u:p@smtp.example.com')).toMatchObject({ port: 465, isSecure: true });
});
