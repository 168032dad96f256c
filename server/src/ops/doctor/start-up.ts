import type pg from 'pg';
import type { Config } from '../../config.ts';
import { CannotStart } from '../../db/cannot-start.ts';
import { connect } from '../../db/connection.ts';
import { checkDatabase } from './check-database.ts';
import { checkFolder, type SpaceOf } from './check-folder.ts';

/**
 * Throws {@link CannotStart} if the disk of the data folder is full. Runs before the embedded database is
 * created.
 */
export async function checkRoomBeforeStart(config: Config, spaceOf?: SpaceOf): Promise<void> {
  const full = (await checkFolder(config, spaceOf)).filter(({ level }) => level === 'wrong');
  if (full.length > 0) throw new CannotStart(full.map(({ text }) => text).join('\n'));
}

/** Checks before the database is changed. Throws {@link CannotStart} if a check fails; prints warnings. */
export async function checkBeforeStart(
  config: Config,
  owner: pg.PoolConfig,
  say: (line: string) => void,
): Promise<void> {
  const db = connect({ ...owner, max: 1 });
  try {
    const diagnoses = [...(await checkFolder(config)), ...(await checkDatabase(db))];
    const stopping = diagnoses.filter(({ level }) => level === 'wrong');
    if (stopping.length > 0) throw new CannotStart(stopping.map(({ text }) => text).join('\n'));
    for (const { level, about, text } of diagnoses) {
      // Pending migrations are no problem, because this start applies them.
      if (level === 'warning' && about !== 'Migrations') say(text);
    }
  } finally {
    await db.destroy();
  }
}
