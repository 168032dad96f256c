import type { CallResult } from '@doorstep/contract/visits/calls';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { insertApplicants } from './insert-cases.ts';
import { uuidOf } from './store-photos.ts';
import { type WorkingTime, workingDay } from './working-time.ts';

const hour = 3_600_000;

interface DemoCall {
  result: CallResult;
  at: Date;
  appointmentAt?: Date;
}

export async function insertCalls(
  db: Transaction<Database>,
  applicants: Awaited<ReturnType<typeof insertApplicants>>,
  { now, clock: { add } }: { now: Date; clock: WorkingTime },
): Promise<void> {
  const open = applicants.filter(({ story }) => story.status === 'assigned');
  const visited = applicants.filter(({ story }) => story.visit);
  const unanswered = ['not_reachable', 'switched_off', 'not_reachable'] as const;
  const all = [
    ...visited
      .filter((_, index) => index % 4 === 0)
      .map(({ story, row }) => {
        const at = add(story.visit?.submittedAt ?? now, -2 * hour);
        const calls: DemoCall[] = [{ result: 'reached', at }];
        return { row, createdAt: story.createdAt, calls };
      }),
    ...open.map(({ story: { createdAt }, row }, index) => {
      const after = (hours: number) => add(createdAt, hours * hour);
      const calls: DemoCall[] =
        index % 7 === 2
          ? unanswered.map((result, nth) => ({ result, at: after(nth + 1) }))
          : index % 7 === 4
            ? [{ result: 'appointment', at: after(1), appointmentAt: add(now, workingDay / 4) }]
            : [];
      return { row, createdAt, calls };
    }),
  ];
  const rows = all.flatMap(({ row, createdAt, calls }) =>
    calls
      .filter(({ at }) => at > createdAt && at < now)
      .map(({ result, at, appointmentAt = null }, nth) => ({
        id: uuidOf(`call ${row?.id} ${nth}`),
        applicant_id: row?.id ?? 0,
        agent_id: row?.assigned_agent_id ?? 0,
        assignment_version: 0,
        at,
        result,
        appointment_at: appointmentAt,
        received_at: at,
      })),
  );
  if (rows.length > 0) await db.insertInto('calls').values(rows).execute();
}
