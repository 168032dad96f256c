import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { insertApplicants } from './insert-cases.ts';
import { uuidOf } from './store-photos.ts';
import type { WorkingTime } from './working-time.ts';

const minute = 60_000;

/** The message was sent `minutes` minutes of working time before the demo was loaded. */
type Line = [minutes: number, by: 'office' | 'agent', text: string];

/**
 * The last message of each conversation is unread: by the office in the first conversation, and by the agent
 * in the second.
 */
const conversations: Line[][] = [
  [
    [95, 'office', 'The lender says the house is behind the temple. Can you go there before six?'],
    [40, 'agent', 'Yes. The lane is closed for cars, I walk from the main road.'],
  ],
  [
    [130, 'agent', 'Nobody opens. The watchman says they are back in the evening.'],
    [25, 'office', 'Please try again after five. The lender called them, they expect you.'],
  ],
];

export async function insertMessages(
  db: Transaction<Database>,
  applicants: Awaited<ReturnType<typeof insertApplicants>>,
  {
    now,
    clock: { add },
    admin,
    agent,
  }: { now: Date; clock: WorkingTime; admin: number; agent: number },
): Promise<void> {
  const ago = (minutes: number) => add(now, -minutes * minute);
  const open = applicants.filter(
    ({ story, row }) =>
      story.status === 'assigned' && row?.assigned_agent_id === agent && story.createdAt < ago(180),
  );
  for (const [index, lines] of conversations.entries()) {
    const id = open[index]?.row?.id;
    if (id === undefined) continue;
    await db
      .insertInto('messages')
      .values(
        lines.map(([minutes, by, text], nth) => ({
          id: uuidOf(`message ${id} ${nth}`),
          ...{ applicant_id: id, agent_id: agent, text },
          author_id: by === 'office' ? admin : agent,
          ...{ sent_at: ago(minutes), received_at: ago(minutes) },
          ...(nth < lines.length - 1 && {
            read_at: ago(minutes - 10),
            read_by: by === 'agent' ? admin : null,
          }),
        })),
      )
      .execute();
    const [minutes, by] = lines.at(-1) ?? [];
    if (by === 'agent' && minutes !== undefined) {
      const waiting = { unread_since: ago(minutes) };
      await db.updateTable('applicants').set(waiting).where('id', '=', id).execute();
    }
  }
}
