import { type Board, getBoard } from '@doorstep/contract/board';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { today } from '../../lib/format.ts';
import { boardOf } from '../../testing/board.ts';
import { expectLinks, expectTexts } from '../../testing/page/expect-texts.ts';
import { admin, renderApp } from '../../testing/render-app.tsx';

const at = '2026-03-05T05:00:00.000Z';
const first = (applicant: string, verification_id: number | null = null) => [
  { applicant_id: 10_001, applicant, verification_id, at },
];
const agent = {
  ...{ id: 7, name: 'Ravi Patil', is_active: true, open: 12, visited_today: 5, last_seen: at },
  to_send: 3,
};
const lender = {
  ...{ id: 3, name: 'HDFC', in_today: 240, done_today: 201, in_time_today: 200, late: 4 },
  questions: 2,
  oldest: { applicant_id: 10_002, applicant: 'Meera Rao', created_at: at },
};
const whole: Board = boardOf({
  ...{ unassigned: 240, out: 90, to_review: 12, due_soon: 8, late: 4 },
  attention: {
    held: { count: 1, first: first('Kabir Shah') },
    given_back: { count: 2, first: first('Sunita Rane') },
    serious: { count: 1, first: first('Asif Khan', 50_001) },
    late: { count: 4, first: first('Meera Rao') },
  },
  agents: [{ ...agent, due_today: 3, late: 1 }],
  lenders: [lender],
});

// Covers: board-1, board-2, board-3
test('shows what is open, what needs attention, and the day of each lender and agent', async () => {
  answer(getBoard, whole);
  const { screen } = await renderApp('/board', admin);
  const main = screen.getByRole('main');
  await expect.element(main.getByText('Due within 2 h')).toBeVisible();
  await expectLinks(main, {
    '240 Unassigned': '/applicants?assigned=false',
    '90 With agents': '/applicants?status=assigned',
    '12 To review': '/review',
    '1 held visit': '/verification?held=true',
    'Sunita Rane': '/applicants?view=10001',
    '4 late applicants': '/applicants?due=late',
    'Asif Khan': '/verification?view=50001',
    '8 Due within 2 h': '/applicants?due=2h',
    '4 Late': '/applicants?due=late',
    '12 open tasks of Ravi Patil': '/applicants?agent=7&status=assigned',
    '3 tasks of Ravi Patil due today': '/applicants?agent=7&status=assigned&due=today',
    '1 late tasks of Ravi Patil': '/applicants?agent=7&status=assigned&due=late',
    '5 visits of Ravi Patil today': `/verification?agent=7&from=${today()}&to=${today()}`,
    '240 applicants of HDFC today': `/applicants?lender=3&from=${today()}&to=${today()}`,
    '4 late applicants of HDFC': '/applicants?lender=3&due=late',
    '2 questions that HDFC must answer': '/applicants?lender=3&due=question',
  });
  await expect.element(main.getByText('and 1 more')).toBeVisible();
  const cellsOf = (name: string) => screen.getByRole('table', { name }).getByRole('cell');
  await expectTexts(cellsOf('Agents'), [
    ...['Ravi Patil', '12', '3', '1', '5', '3', 'Mar 5, 2026, 10:30 AM'],
  ]);
  await expectTexts(cellsOf('Lenders'), [
    ...['HDFC', '240', '201', '99 %', '4', '2', 'Mar 5, 2026, 10:30 AM'],
  ]);
});

// Covers: board-2
test('without a lender it shows no due times', async () => {
  answer(getBoard, boardOf({ agents: [agent] }));
  const { screen } = await renderApp('/board', admin);
  await expect.element(screen.getByText('Nothing needs attention.')).toBeVisible();
  await expectTexts(screen.getByRole('columnheader'), [
    ...['Agent', 'Open tasks', 'Visited today', 'Incomplete visits', 'Last seen'],
  ]);
  await expect.element(screen.getByText('Late')).not.toBeInTheDocument();
});

test('of many agents the first are shown, and all on request', async () => {
  const agents = Array.from({ length: 30 }, (_, id) => ({ ...agent, id, name: `Agent ${id}` }));
  answer(getBoard, boardOf({ agents }));
  const { screen } = await renderApp('/board', admin);
  const rows = screen.getByRole('table').getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(26);
  await screen.getByRole('button', { name: 'Show all 30 agents' }).click();
  await expect.poll(() => rows.elements().length).toBe(31);
});

// Covers: board-2
test('agents are shown in the order in which they were last seen', async () => {
  const unseen = { ...agent, id: 8, name: 'Sunita Rane', last_seen: null };
  answer(getBoard, boardOf({ agents: [agent, unseen] }));
  const { screen } = await renderApp('/board', admin);
  const names = screen.getByRole('table').getByRole('link', { name: /^[A-Z]/ });
  await expectTexts(names, ['Ravi Patil', 'Sunita Rane']);
  await screen.getByRole('button', { name: 'Last seen: oldest first' }).click();
  await expectTexts(names, ['Sunita Rane', 'Ravi Patil']);
});

test('none yet and failed have their own words, and Retry fetches the board again', async () => {
  answer(getBoard, boardOf());
  const { screen } = await renderApp('/board', admin);
  await expect.element(screen.getByText('No agents yet.')).toBeVisible();
  answer(getBoard, () => failure(500, { request_id: 'req-7' }));
  await renderApp('/board', admin);
  await expect.element(screen.getByText('req-7')).toBeVisible();
  answer(getBoard, whole);
  await pressAndSee('Retry', screen.getByText('Ravi Patil'));
});
