import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '../../server/src/db/connection.ts';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts';
import { readSecret } from '../../server/src/db/secret.ts';
import { accessTokens } from '../../server/src/features/auth/sessions/access-token.ts';
import { startSession } from '../../server/src/features/auth/sessions/session-service.ts';
import type { OpenApiDocument } from '../../server/src/http/openapi/document.ts';
import { fuzz } from '../../server/src/testing/fuzz/fuzz.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});
const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'doorstep-fuzz-'));
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), console.error);
const { host, user, password = '', database } = postgres.connection;
const db = connect(postgres.connection);

const server = spawn(process.execPath, [main], {
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(server, 'exit');

try {
  const address = await readAddress();
  const secret = await readSecret(db);
  const life = { idleHours: 12, maxDays: 30 };
  const rules = { admins: life, agents: life, demoAccounts: true, secondFactorRequired: false };
  let people = 0;

  /**
   * Inserts the session directly instead of signing in. The run causes failed sign-ins, after which the
   * server slows down all sign-ins from this address.
   */
  const signIn = async (role: string) => {
    people += 1;
    const { id } = await db
      .insertInto('users')
      .values({
        name: `Fuzz Person ${people}`,
        email: `fuzz-${randomUUID()}@example.test`,
        phone_number: String(6_000_000_000 + people),
        password_hash: 'none',
        is_admin: role !== 'agent',
        is_superadmin: role === 'superadmin',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const keeper = { db, secret, tokens: accessTokens(secret), rules };
    const from = { address: '127.0.0.1', userAgent: 'fuzz' };
    const { tokens, cookie } = await startSession(db, keeper, id, from);
    return {
      authorization: `Bearer ${tokens.access_token}`,
      cookie: `doorstep_session=${cookie}`,
    };
  };
  const began = Date.now();
  const tally = await fuzz({
    address,
    document: (await (await fetch(`${address}/api/v1/openapi.json`)).json()) as OpenApiDocument,
    db,
    signIn,
    known: await readKnown(),
    count: Number(values.count),
    seed: Number(values.seed),
  });
  const { defects, ...rest } = tally;
  console.log(
    JSON.stringify({ seconds: Math.round((Date.now() - began) / 1000), ...rest }, null, 2),
  );
  for (const defect of defects) console.error(defect);
  console.log(`${defects.length} defects, seed ${values.seed}`);
  process.exitCode = defects.length > 0 ? 1 : 0;
} finally {
  server.kill('SIGTERM');
  await exited;
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function readAddress(): Promise<string> {
  for await (const line of createInterface(server.stdout)) {
    const [, found] = /ready at (\S+)/.exec(line) ?? [];
    if (found) {
      server.stdout.resume();
      return found;
    }
  }
  throw new Error('The server exited before it was ready');
}

async function readKnown() {
  const people = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone_number'])
    .limit(3)
    .execute();
  const applicants = await db
    .selectFrom('applicants')
    .select(['id', 'application_id'])
    .limit(3)
    .execute();
  const visits = await db.selectFrom('verifications').select('id').limit(2).execute();
  return [...people, ...applicants, ...visits].flatMap((row) => Object.values(row).map(String));
}
