import { demoPassword } from '../../e2e/support/sign-in.ts';
import {
  multipartOf,
  writeSpreadsheet,
} from '../../server/src/testing/spreadsheets/spreadsheet-upload.ts';
import { signInTo } from '../faults/office.ts';
import type { Shot } from './fire-open.ts';

/** Of 400 requests, 350 read, 30 decide, 10 make a report, 8 sign in and 2 upload 20 rows. */
export async function mixWork(address: string) {
  const { headers } = await signInTo(address, 'superadmin@doorstep.test');
  const list = await fetch(`${address}/api/v1/verification_tasks/?page_size=100`, { headers });
  const { results } = (await list.json()) as {
    results: { verification_id: number; applicant_ids: string }[];
  };
  const ask = (kind: string, method: string, path: string, body?: object): Shot => {
    const type = body && { 'content-type': 'application/json' };
    return shoot(kind, method, path, { ...headers, ...type }, JSON.stringify(body ?? undefined));
  };
  const file = await writeSpreadsheet(Array.from({ length: 20 }, (_, row) => `overload-${row}`));
  const form = await multipartOf(file);
  const upload = shoot(
    ...(['upload', 'POST', 'bulk/bulk-upload/'] as const),
    ...([{ ...headers, ...form.headers }, form.payload] as const),
  );
  // Signs in several users, because a user who signs in many times at the same time is slowed down.
  const logins = ['admin', 'agent', 'agent1', 'agent2'].map((name) =>
    ask('sign-in', 'POST', 'auth/login/', {
      ...{ email_or_mobile: `${name}@doorstep.test`, password: demoPassword },
    }),
  );
  const lists = ['applicants/', 'verification_tasks/?fields=list'].map((path) =>
    ask('read', 'GET', path),
  );
  const searches = Array.from({ length: 97 }, (_, name) =>
    ask('read', 'GET', `applicants/?search=shar${name}`),
  );
  const cases = results.map(({ verification_id: id, applicant_ids: applicationId }) => ({
    report: ask('report', 'POST', 'pdf-generator/generate_pdf/', { application_id: applicationId }),
    detail: ask('read', 'GET', `verification_tasks/${id}`),
    decisions: ['positive', 'negative'].map((decision) =>
      ask('decision', 'POST', `verification_tasks/${id}/admin-decision/`, { decision }),
    ),
  }));

  let turn = 0;
  const next = (): Shot => {
    turn += 1;
    const about = pick(cases, turn);
    if (turn % 200 === 199) return upload;
    if (turn % 50 === 47) return pick(logins, Math.floor(turn / 50));
    if (turn % 40 === 0) return about.report;
    if (turn % 10 === 0) return pick(about.decisions, turn / 10);
    if (turn % 5 === 0) return pick(searches, turn);
    return pick([...lists, about.detail], turn);
  };
  return { headers, next };
}

function pick<T>(from: readonly T[], turn: number): T {
  return from[turn % from.length] as T;
}

function shoot(
  kind: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer = '',
): Shot {
  const bytes = Buffer.from(body);
  const length = bytes.length > 0 && { 'content-length': String(bytes.length) };
  const all = { host: 'localhost', ...headers, ...length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} /api/v1/${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return { kind, bytes: Buffer.concat([Buffer.from(head), bytes]) };
}
