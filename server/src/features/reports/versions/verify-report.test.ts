import { createHash } from 'node:crypto';
import { generatePdf } from '@doorstep/contract/reports';
import { readReportCode, type VerifiedReport } from '@doorstep/contract/reports/versions';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { readPdf } from '../../../testing/reports/pdf-text.ts';
import { decide, generateReport } from '../../../testing/reports/report-requests.ts';
import { addVisit } from '../../../testing/submission.ts';
import { signIn, startSharedApp } from '../../../testing/test-app.ts';

const running = await startSharedApp({ publicUrl: 'https://reports.example.test' });
const agent = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

const ask = (code: string, address = '198.51.100.1') =>
  running.app.inject({ url: `/api/v1/verify/${code}/`, remoteAddress: address });
const download = (applicationId: string) => generateReport(admin, applicationId);
const codeIn = (text: string) => /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0] ?? '';

test('the code on each page shows a stranger the facts of the report, and nothing about the person', async () => {
  const { id, applicant } = await addVisit(running, agent);
  const { rawPayload } = await download(applicant.application_id);
  const { text, pages } = await readPdf(rawPayload);
  const code = codeIn(text);
  expect(text.split(`Code ${code}`)).toHaveLength(pages + 1);
  expect(text).toContain(`https://reports.example.test/verify/${code}`);

  const answer = await ask(code);
  expect(answer.statusCode).toBe(200);
  const sha256 = createHash('sha256').update(rawPayload).digest('hex');
  expect(answer.json()).toEqual({
    ...{ code, agency: 'Doorstep', created_at: expect.stringMatching(/^\d{4}-/) },
    ...{ template: 'residence', version: 1, admin_decision: 'pending' },
    ...{ sha256, bytes: rawPayload.length, pages, is_signed: false, is_superseded: false },
  } satisfies VerifiedReport);
  for (const secret of [applicant.applicant_name, applicant.application_id]) {
    expect(answer.body).not.toContain(secret);
  }

  await decide(admin, id, 'positive');
  await download(applicant.application_id);
  expect((await ask(code)).json()).toMatchObject({
    ...{ is_superseded: true, admin_decision: 'pending' },
  });
});

test('a code is accepted in any spelling; an unknown one is a 404 that takes as long', async () => {
  const { applicant } = await addVisit(running, agent);
  const code = codeIn((await readPdf((await download(applicant.application_id)).rawPayload)).text);
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await ask(encodeURIComponent(typed))).json().code).toBe(code);
  for (const unknown of ['0000-0000-0000', 'short', 'U'.repeat(12), '%20']) {
    const started = performance.now();
    const answer = await ask(unknown);
    expect([answer.statusCode, answer.json().detail]).toEqual([404, 'Report not found.']);
    expect(performance.now() - started).toBeGreaterThan(45);
  }
});

test('an address that asks too often has to wait, others do not', async () => {
  const stranger = '203.0.113.7';
  const answers = [];
  for (let asked = 0; asked < 31; asked += 1) answers.push(await ask('0000-0000-0000', stranger));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    ...Array<number>(30).fill(404),
    429,
  ]);
  // The limit applies for a minute from the first request on.
  const wait = Number(answers.at(-1)?.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await ask('0000-0000-0000', '203.0.113.8')).statusCode).toBe(404);
});

test('without a public address only the code is printed, whatever host the request names', async () => {
  const provider = { ...running.platform.provider, publicUrl: undefined };
  const app = await buildApp({ ...running.platform, provider }, running.config);
  onTestFinished(() => app.close());
  const { applicant } = await addVisit(running, agent);
  const answer = await app.inject({
    ...{ method: 'POST', url: generatePdf.path },
    payload: { application_id: applicant.application_id },
    headers: { ...admin.headers, host: 'evil.example' },
  });
  const { text } = await readPdf(answer.rawPayload);
  expect(codeIn(text)).not.toBe('');
  expect(text).toContain('check it with Doorstep');
  expect(text).not.toMatch(/http|evil/);
});

test('the public address is a setting, else a demo’s own', () => {
  const own = { PUBLIC_URL: 'https://x.example/app/', DEMO: 'off' };
  expect(readConfig(own).publicUrl).toBe('https://x.example/app');
  expect(readConfig({ PORT: '9000' }).publicUrl).toBe('http://127.0.0.1:9000');
  expect(readConfig({ DEMO: 'off' }).publicUrl).toBeUndefined();
  for (const wrong of ['reports.example', 'ftp://x.example', 'https://x.example/?a']) {
    expect(() => readConfig({ PUBLIC_URL: wrong })).toThrow('PUBLIC_URL must be');
  }
});

test('codes are read without the letters that look like digits', () => {
  expect(readReportCode(' abcd–efgh oIl1 ')).toBe('ABCD-EFGH-0111');
  expect(readReportCode('ABCD-EFGH-JKM')).toBeUndefined();
  expect(readReportCode('ABCD-EFGH-JKMU')).toBeUndefined();
});
