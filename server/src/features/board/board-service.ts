import type { Board } from '@doorstep/contract/board';
import type { Db } from '../../db/connection.ts';
import { dayIn, startOfDay } from '../../domain/clock/days.ts';
import { dueCondition } from '../../domain/clock/due-filter.ts';
import { hasLenders } from '../../domain/lenders.ts';
import { readBoardAt } from './board-store.ts';

export async function readBoard(db: Db, timeZone: string, now = Date.now()): Promise<Board> {
  const isDueSoon = (await hasLenders(db))
    ? await dueCondition(db, '2h', timeZone, now)
    : undefined;
  const today = dayIn(timeZone, now);
  return readBoardAt(
    db,
    {
      now: new Date(now).toISOString(),
      day: today.toString(),
      start: startOfDay(today, timeZone),
      end: startOfDay(today.add({ days: 1 }), timeZone),
    },
    isDueSoon,
  );
}
