import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { repeat } from './repeat.ts';

/** So few that who changes one of them at that moment hardly waits, and that searches stay quick meanwhile. */
const atOnce = 5_000;

/** Sorts new applicants into the search index. Until then a search looks through them one by one. */
export async function sortInTexts(db: Db): Promise<void> {
  let sorted: number;
  do {
    const { rows } = await sql<{ sorted: number }>`
      select sort_in_applicant_texts(${atOnce}) as sorted`.execute(db);
    sorted = rows[0]?.sorted ?? 0;
  } while (sorted === atOnce);
}

/** Sorts in what is new every second until it is closed. */
export const keepSortingIn = (db: Db, onError: (error: unknown) => void) =>
  repeat(() => sortInTexts(db), 1_000, onError);

/** The ids of the applicants whose texts are as told, sorted in or not yet. */
export const matchingTexts = (condition: string): string => `
  select applicant_id from applicant_texts where ${condition}
  union all
  select applicant_id from applicant_texts_unsorted where ${condition}`;
