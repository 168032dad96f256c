import type pg from 'pg';
import type { Config } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';
import { connect } from '../db/connection.ts';
import { checkDatabase } from './check-database.ts';
import { checkFolder } from './check-folder.ts';

/** Tells what is amiss before the server touches the database, and throws {@link CannotStart} where it could do harm. */
export async function checkBeforeStart(
  config: Config,
  owner: pg.PoolConfig,
  say: (line: string) => void,
): Promise<void> {
  const db = connect({ ...owner, max: 1 });
  try {
    const findings = [...(await checkFolder(config)), ...(await checkDatabase(db))];
    const stopping = findings.filter(({ level }) => level === 'wrong');
    if (stopping.length > 0) throw new CannotStart(stopping.map(({ text }) => text).join('\n'));
    for (const { level, about, text } of findings) {
      // A start brings the database up to date: that is its way, and no reason to worry.
      if (level === 'warning' && about !== 'Migrations') say(text);
    }
  } finally {
    await db.destroy();
  }
}
