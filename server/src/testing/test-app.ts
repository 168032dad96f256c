import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Insertable, Kysely } from 'kysely';
import type { PoolConfig } from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { readerLimits } from '../features/bulk-upload/child/run-spreadsheet-child.ts';
import { startReportRenderer } from '../features/reports/render/report-renderer.ts';
import type { Platform } from '../platform/platform.ts';
import { localBlobStore } from '../storage/blobs/local-blob-store.ts';
import { openPhotoSpool } from '../storage/photos/photo-spool.ts';
import { createTestDatabase } from './test-database.ts';

export const password = 'Correct-horse-7';
/** High limits, so that no test fails because the machine is busy. */
export const patient = {
  eventLoopDelay: 60_000,
  readyAnswer: 60_000,
  reportAnswer: 60_000,
  workWait: 60_000,
};
// Lets a process read many files. Starting one for each file would take a fifth of the time of all API tests.
readerLimits.jobsPerProcess = 1_000;
let hashed: Promise<string> | undefined;

export interface TestApp {
  app: FastifyInstance;
  db: Kysely<Database>;
  /** The connection of the tables' owner, for statements that the application's role may not run. */
  owner: PoolConfig;
  platform: Platform;
  config: Config;
  close(): Promise<void>;
}

export async function startSharedApp(settings: Partial<Config> = {}): Promise<TestApp> {
  const test = await startTestApp(settings);
  afterAll(() => test.close());
  return test;
}

/** Starts the whole server with its own database and folder. Close it with {@link closeAfterTest}. */
export async function startTestApp(settings: Partial<Config> = {}): Promise<TestApp> {
  const { db, connection: owner, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-test-'));
  const config = { ...readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder }), ...settings };
  const platform: Platform = {
    provider: config,
    db,
    photos: localBlobStore(join(folder, 'photos')),
    spool: openPhotoSpool(join(folder, 'incoming')),
    renderer: startReportRenderer({ processes: 1, deadline: 30_000, longestWait: 30_000 }),
    limits: patient,
    secret: randomBytes(32),
  };
  const app = await buildApp(platform, config);
  return {
    app,
    db,
    owner,
    platform,
    config,
    close: async () => {
      await app.close();
      await platform.renderer.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Builds another app on the same platform. `lines` is its log. */
export async function buildLoggedApp(
  { platform, config }: Pick<TestApp, 'platform' | 'config'>,
  logLevel: Config['logLevel'],
) {
  const lines: string[] = [];
  const log = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { app: await buildApp(platform, { ...config, logLevel }, undefined, log), lines };
}

export type Role = 'agent' | 'admin' | 'superadmin';
let people = 0;

/** Adds a user, who can sign in with {@link password}. */
export async function addUser(
  db: Kysely<Database>,
  role: Role,
  more: Partial<Insertable<Database['users']>> = {},
) {
  // Uses the lowest cost of Argon2, because tests sign in hundreds of times.
  hashed ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  people += 1;
  return db
    .insertInto('users')
    .values({
      name: `Test Person ${people}`,
      email: `person${people}@example.test`,
      phone_number: String(7_000_000_000 + people),
      is_admin: role !== 'agent',
      is_superadmin: role === 'superadmin',
      password_hash: await hashed,
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * A signed-in user, with functions that call the API as this user. A path that does not begin with `/` is
 * below `/api/v1/`.
 */
export interface Visitor {
  user: { id: number; name: string; email: string; phone_number: string };
  headers: { authorization: string; cookie: string };
  refreshToken: string;
  get(path: string): Promise<LightMyRequestResponse>;
  delete(path: string): Promise<LightMyRequestResponse>;
  post(path: string, payload?: InjectOptions['payload']): Promise<LightMyRequestResponse>;
  patch(path: string, payload?: InjectOptions['payload']): Promise<LightMyRequestResponse>;
}

export async function signIn(
  test: TestApp,
  role: Role,
  more: Parameters<typeof addUser>[2] = {},
): Promise<Visitor> {
  return signInAs(test, await addUser(test.db, role, more));
}

export async function signInAs({ app }: TestApp, user: Visitor['user']): Promise<Visitor> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/login/',
    payload: { email_or_mobile: user.email, password },
  });
  if (answer.statusCode !== 200) throw new Error(`Sign-in failed: ${answer.body}`);
  const { tokens } = answer.json<{ tokens: { access_token: string; refresh_token: string } }>();
  const headers = {
    authorization: `Bearer ${tokens.access_token}`,
    cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  };
  const call =
    (method: 'GET' | 'POST' | 'PATCH' | 'DELETE') =>
    (path: string, payload?: InjectOptions['payload']) =>
      app.inject({
        ...{ method, headers },
        url: path.startsWith('/') ? path : `/api/v1/${path}`,
        ...(payload !== undefined && { payload }),
      });
  return {
    ...{ user, headers, refreshToken: tokens.refresh_token },
    ...{ get: call('GET'), delete: call('DELETE'), post: call('POST'), patch: call('PATCH') },
  };
}

let applicants = 0;

export async function addApplicant(
  db: Kysely<Database>,
  more: Partial<Insertable<Database['applicants']>> = {},
) {
  applicants += 1;
  return db
    .insertInto('applicants')
    .values({
      application_id: `TEST-${applicants}`,
      applicant_name: `Applicant ${applicants}`,
      applicant_type: 'Applicant',
      portfolio_name: 'Test Portfolio',
      product_type: 'Home Loan',
      visit_type: 'RESIDENCE',
      mobile_number: '9820098200',
      pin_code: '400001',
      address: '1 Test Road, Mumbai',
      status: more.assigned_agent_id === undefined ? 'pending' : 'assigned',
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function auditOf(db: Kysely<Database>, subject: string, subjectId: number) {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute();
}

export function closeAfterTest(test: TestApp): TestApp {
  onTestFinished(() => test.close());
  return test;
}
