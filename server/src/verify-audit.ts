import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { BadSettings, type Config, readConfig } from './config.ts';
import { applicationRole } from './db/application-role.ts';
import { type Break, type Seal, verifyAudit } from './db/audit-verify.ts';
import { CannotStart } from './db/cannot-start.ts';
import { connect } from './db/connection.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { readPassword } from './db/postgres-cluster.ts';

const usage = `Checks that no row of the audit was changed or removed.

  npm run verify-audit
  npm run verify-audit -- --noted 12345:<hash>    and that the chain goes through this seal`;

function readNoted(text: string | undefined): Seal | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new BadSettings(usage);
  return { seq: Number(seq), hash };
}

interface Opened {
  connection: pg.PoolConfig;
  close(): Promise<void>;
}

async function open({ databaseUrl, dataDir }: Config): Promise<Opened> {
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, close: async () => {} };
  }
  const running = await findRunning(join(dataDir, 'database'));
  if (running) return { connection: running, close: async () => {} };
  const postgres = await startEmbeddedPostgres(dataDir, console.error);
  return {
    connection: { ...postgres.connection, user: applicationRole },
    close: () => postgres.stop(),
  };
}

/** The database of a server that runs on this folder: its own file says where it listens. */
async function findRunning(folder: string): Promise<pg.PoolConfig | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  );
  const [, , , port, socket, address] = lines;
  if (lines[7]?.trim() !== 'ready') return undefined;
  const connection = {
    host: socket || address,
    port: Number(port),
    user: applicationRole,
    password: await readPassword(folder),
    database: 'doorstep',
    max: 1,
  };
  const db = connect(connection);
  const isThere = await db
    .selectFrom('audit')
    .select('id')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    );
  await db.destroy();
  return isThere ? connection : undefined;
}

const faults: Record<Break['fault'], string> = {
  altered: 'the row or its seal was changed',
  removed: 'the row was removed',
  gap: 'the seal was removed',
  unsealed: 'the row has no seal: the seal was removed, or the row came by another way',
  not_as_noted:
    'the seal is not the one that was noted: rows were removed from the end, or written anew',
};

function tell({ fault, seq, auditId }: Break): string {
  const place = [seq !== null && `seal ${seq}`, auditId !== null && `audit row ${auditId}`];
  return `BROKEN at ${place.filter(Boolean).join(', ')}: ${faults[fault]}.`;
}

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { noted: { type: 'string' } } });
  const noted = readNoted(values.noted);
  const { connection, close } = await open(readConfig());
  const db = connect(connection, { statementTimeout: 60_000 });
  try {
    const { broken, count, head, late } = await verifyAudit(db, noted);
    if (late > 0) console.log(`${late} rows had waited for their seal: was no server running?`);
    if (broken) console.log(tell(broken));
    console.log(`${broken ? 'In order up to there' : 'Unbroken'}: ${count} rows.`);
    if (head) console.log(`Head: ${head.seq}:${head.hash}`);
    return broken ? 1 : 0;
  } finally {
    await db.destroy();
    await close();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const isPlain = error instanceof BadSettings || error instanceof CannotStart;
  console.error(isPlain ? error.message : error);
  process.exitCode = 2;
}
