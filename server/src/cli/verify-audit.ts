import { parseArgs } from 'node:util';
import { BadSettings, readConfig } from '../config.ts';
import { type Break, type ChainLink, verifyAudit } from '../db/audit/verify.ts';
import { runCommand, withDatabase } from './run-command.ts';

const usage = `Checks that no row of the audit was changed or removed.

  npm run verify-audit
  npm run verify-audit -- --noted 12345:<hash>    also checks that the chain contains this link`;

function readNoted(text: string | undefined): ChainLink | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new BadSettings(usage);
  return { seq: Number(seq), hash };
}

const faults: Record<Break['fault'], string> = {
  altered: 'the row or its hash was changed',
  removed: 'the row was removed',
  gap: 'the link was removed',
  unchained: 'the row has no link: the link was removed, or the row was not inserted by Doorstep',
  not_as_noted: 'the noted link is not in the chain: rows were removed from the end, or rewritten',
};

function describe({ fault, seq, auditId }: Break): string {
  const place = [seq !== null && `link ${seq}`, auditId !== null && `audit row ${auditId}`];
  return `BROKEN at ${place.filter(Boolean).join(', ')}: ${faults[fault]}.`;
}

// The exit code if the check could not run. It differs from the exit code of a broken chain.
const couldNotCheck = 2;

await runCommand(async () => {
  const { values } = parseArgs({ options: { noted: { type: 'string' } } });
  const noted = readNoted(values.noted);
  await withDatabase(readConfig(), { statementTimeout: 60_000 }, async (db) => {
    const { broken, count, head, late } = await verifyAudit(db, noted);
    if (late > 0)
      console.log(
        `${late} rows were added to the chain late. This is normal if no server was running.`,
      );
    if (broken) console.log(describe(broken));
    console.log(`${broken ? 'Unbroken before this place' : 'Unbroken'}: ${count} rows.`);
    if (head) console.log(`Head: ${head.seq}:${head.hash}`);
    if (broken) process.exitCode = 1;
  });
}, couldNotCheck);
