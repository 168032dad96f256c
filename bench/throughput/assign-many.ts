import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startServer } from '../../e2e/support/server.ts';
import { connect } from '../../server/src/db/connection.ts';
import { recount } from '../../server/src/db/counts/counts.ts';
import { benchAdmins, benchPassword } from '../load/fill-database.ts';
import { amountsOf, defaultFolder, prepareFolder } from '../load/loaded-folder.ts';
import { signIn } from '../load/sign-in.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';

/**
 * Assigns 5,000 of a million applicants to eight agents in one request, and moves all 5,000 to another agent.
 * Then undoes the move, and unassigns the applicants. At the end, eight admins try to assign the same 5,000
 * at the same time. Then they try to move them at the same time.
 */
const { values: options } = parseArgs({
  options: {
    applicants: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    runs: { type: 'string', default: '5' },
  },
});
const amounts = amountsOf(Number(options.applicants));
const folder = options.data ?? defaultFolder(amounts.applicants);
const many = 5_000;
const agents = 8;

await prepareFolder(folder, amounts);
const server = await startServer(folder, {
  DEMO: 'on',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
});
const database = {
  host: join(folder, 'database'),
  port: 5432,
  user: 'doorstep_app',
  database: 'doorstep',
};
const times: Record<string, number[]> = {
  ...{ preview: [], assign: [], 'preview of the move': [], move: [] },
  ...{ 'undo the move': [], unassign: [] },
};
try {
  const tokens: string[] = [];
  for (const email of benchAdmins) {
    tokens.push((await signIn(server.address, email, benchPassword)).accessToken);
  }
  const ids = await idsOf(
    `select id from applicants where status = 'pending' and deleted_at is null order by random() limit ${many}`,
  );
  const all = await idsOf(
    `select id from users where not is_admin and is_active order by id limit ${2 * agents}`,
  );
  const plan = all.slice(0, agents).map((agent_id) => ({ agent_id }));
  const others = all.slice(agents);
  const [other] = others;
  for (let run = 0; run < Number(options.runs); run += 1) {
    await timed('preview', () => ask(tokens[0], '', { ids, plan, dry_run: true }));
    const given = await timed('assign', () => ask(tokens[0], '', { ids, plan }));
    const count = given.shares.reduce((sum, share) => sum + share.ids.length, 0);
    if (count !== many) throw new Error(`${count} were assigned`);
    // Moves all applicants from eight agents to one agent who had none of them.
    const moved = { ids, plan: [{ agent_id: other }], move: true };
    const seen = await timed('preview of the move', () =>
      ask(tokens[0], '', { ...moved, dry_run: true }),
    );
    const [share] = (
      await timed('move', () =>
        ask(tokens[0], '', {
          ...moved,
          ids: seen.shares[0]?.ids,
          revisions: seen.shares[0]?.revisions?.join(','),
        }),
      )
    ).shares;
    if (share?.ids.length !== many) throw new Error(`${share?.ids.length} were moved`);
    const { undone } = await timed('undo the move', () => ask(tokens[0], 'undo/', { ids }));
    if (undone.length !== many) throw new Error(`${undone.length} were undone`);
    const none = await timed('unassign', () =>
      ask(tokens[0], '', { ids, plan: [{ agent_id: null }] }),
    );
    if (none.shares[0]?.ids.length !== many) throw new Error('Not all were unassigned');
  }
  const began = performance.now();
  const answers = await Promise.all(tokens.map((token) => ask(token, '', { ids, plan })));
  const together = Math.round(performance.now() - began);
  // Each admin tries to move all applicants to another agent, with the revisions of the admin's own preview.
  const planOf = (index: number) => [{ agent_id: others[index], count: many }];
  const wishes = await Promise.all(
    tokens.map(async (token, index) => {
      const wish = { ids, plan: planOf(index), move: true };
      const { shares } = await ask(token, '', { ...wish, dry_run: true });
      return { ...wish, ids: shares[0]?.ids, revisions: shares[0]?.revisions?.join(',') };
    }),
  );
  const beganMoves = performance.now();
  const moves = await Promise.all(
    tokens.map((token, index) => ask(token, '', wishes[index] ?? {})),
  );
  const movedTogether = Math.round(performance.now() - beganMoves);
  const movedIds = moves.flatMap(({ shares }) => shares.flatMap((share) => share.ids));
  const movedTwice = movedIds.length - new Set(movedIds).size;
  if (movedIds.length !== many || movedTwice > 0) process.exitCode = 1;
  console.log(`Eight at once: ${movedTogether} ms, ${movedIds.length} moved, ${movedTwice} twice`);
  const given = answers.flatMap(({ shares }) => shares.flatMap((share) => share.ids));
  const twice = given.length - new Set(given).size;
  const wrong = await recounted();
  console.log(`Eight at once: ${together} ms, ${given.length} assigned, ${twice} twice`);
  console.log('Wrong sums:', wrong);
  if (given.length !== many || twice + wrong > 0) process.exitCode = 1;
  const figures = { amounts, times, together, movedTogether, twice, movedTwice, wrong };
  await record('assign-many', { ...describeMachine(), ...figures }, [
    ['5,000 of a million', 'Target ms', 'Median ms', 'Worst ms'],
    ...Object.entries(times).map(([name, all]) => {
      const { median, worst } = describeNumbers(all);
      return [name, name === 'assign' || name === 'move' ? 5_000 : '-', median, worst];
    }),
    ['eight admins at once, the same 5,000', '-', together, together],
    ['eight admins at once, moving the same 5,000', '-', movedTogether, movedTogether],
  ]);
} finally {
  await server.stop();
}

interface Answer {
  shares: { ids: number[]; revisions?: string[] }[];
  undone: number[];
}

async function ask(token: string | undefined, path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${server.address}/api/v1/applicants/assign/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  times[name]?.push(performance.now() - began);
  return done;
}

async function idsOf(text: string): Promise<number[]> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(text).finally(() => client.end());
  return rows.map(({ id }) => Number(id));
}

async function recounted(): Promise<number> {
  const db = connect(database, { statementTimeout: 600_000 });
  const { applicants } = await recount(db, 'Asia/Kolkata').finally(() => db.destroy());
  return applicants;
}
