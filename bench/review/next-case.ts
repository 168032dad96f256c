import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connect } from '../../server/src/db/connection.ts';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts';
import {
  claimNext,
  claimStatement,
  countQueue,
} from '../../server/src/features/review/review-store.ts';
import { decide } from '../../server/src/features/verifications/decide/decide-service.ts';
import { deciding } from '../load/deciding.ts';
import { amountsOf, defaultFolder, prepareFolder } from '../load/loaded-folder.ts';
import { percentilesOf } from '../percentile.ts';
import { type Cell, describeMachine, record } from '../record.ts';

const { values: options } = parseArgs({
  options: {
    applicants: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    cases: { type: 'string', default: '500' },
  },
});
const amounts = amountsOf(Number(options.applicants));
const folder = options.data ?? defaultFolder(amounts.applicants);
await prepareFolder(folder, amounts);
const machine = describeMachine();
const postgres = await startEmbeddedPostgres(folder, console.error);
const db = connect({ ...postgres.connection, user: 'doorstep_app' });

interface Explained {
  'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }];
}

async function timeOf(statement: ReturnType<typeof claimStatement>): Promise<number> {
  const { rows } = await sql<Explained>`explain (analyze, format json) ${statement}`.execute(db);
  const [plan] = (rows[0] as Explained)['QUERY PLAN'];
  return plan['Planning Time'] + plan['Execution Time'];
}

function describe(name: string, target: number, times: number[]): Cell[] {
  const percentile = percentilesOf(times);
  const at = (share: number) => percentile(share).toFixed(2);
  return [name, target, times.length, at(0.5), at(0.95), at(1)];
}

try {
  const { rows: admins } = await sql<{ id: number }>`
    select id from users where is_admin order by id`.execute(db);
  const { rows: waiting } = await sql<{ count: number }>`
    select count(*) from verifications where admin_decision = 'pending'`.execute(db);
  const claimed: number[] = [];
  const counted: number[] = [];
  const shown = new Map<number, number>();
  // The admins take turns to claim and decide, as in an office. Each decision leaves a dead row at the head
  // of the queue, which slows down the next claim.
  for (let turn = 0; turn < Number(options.cases); turn += 1) {
    const adminId = admins[turn % admins.length]?.id ?? 0;
    const reviewer = { id: adminId, countsAlone: true };
    const [next] = await claimNext(db, reviewer, shown.get(adminId));
    if (!next) break;
    claimed.push(await timeOf(claimStatement(reviewer, shown.get(adminId) ?? 0)));
    const before = performance.now();
    await countQueue(db, reviewer);
    counted.push(performance.now() - before);
    const actor = { id: adminId, requestId: 'bench', address: '127.0.0.1' };
    await decide({ db, ...deciding }, actor, { id: next.id, decision: 'positive', adminId });
    shown.set(adminId, next.id);
  }
  const table = [
    ['Milliseconds', 'Target', 'Runs', 'Median', 'p95', 'Worst'],
    describe('Next case found and claimed: planned and run', 5, claimed),
    describe('What waits, counted: asked and answered', 5, counted),
  ];
  const amount = { ...amounts, waiting: waiting[0]?.count };
  await record('next-case', { ...machine, amounts: amount, table }, table);
} finally {
  await db.destroy();
  await postgres.stop();
}
