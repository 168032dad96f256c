import type { PracticeProgress } from '@doorstep/contract/practice';
import type { Db } from '../../db/connection.ts';

type Answer = PracticeProgress['answers'][number];

export const listAnswers = (db: Db, userId: number): Promise<Answer[]> =>
  db
    .selectFrom('practice_answers')
    .select(['case_number as case', 'answer'])
    .where('user_id', '=', userId)
    .orderBy('case_number')
    .execute();

export async function saveAnswer(db: Db, userId: number, given: Answer): Promise<void> {
  await db
    .insertInto('practice_answers')
    .values({ user_id: userId, case_number: given.case, answer: given.answer })
    .onConflict((same) =>
      same.columns(['user_id', 'case_number']).doUpdateSet({ answer: given.answer }),
    )
    .execute();
}

export async function deleteAnswers(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('practice_answers').where('user_id', '=', userId).execute();
}
