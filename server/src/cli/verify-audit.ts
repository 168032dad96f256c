import { parseArgs } from 'node:util';
import { BadSettings, readConfig } from '../config.ts';
import { type Break, type Seal, verifyAudit } from '../db/audit/verify.ts';
import { connect } from '../db/connection.ts';
import { openBesideServer } from '../platform/open/open-beside-server.ts';
import { tellFailure } from '../startup-error.ts';

const usage = `Checks that no row of the audit was changed or removed.

  npm run verify-audit
  npm run verify-audit -- --noted 12345:<hash>    and that the chain goes through this seal`;

function readNoted(text: string | undefined): Seal | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new BadSettings(usage);
  return { seq: Number(seq), hash };
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
  const { connection, close } = await openBesideServer(readConfig());
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
  tellFailure(error);
  process.exitCode = 2;
}
