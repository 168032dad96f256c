import { type AgentWork, getAgentWork, getAvailability } from '@doorstep/contract/agents';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { expectLinks } from '../../testing/page/expect-texts.ts';
import { admin, renderApp } from '../../testing/render-app.tsx';

const work: AgentWork = {
  ...{ id: 7, name: 'Ravi Kumar', phone_number: '9820000007', is_active: true, open: 14 },
  ...{ due_today: 3, late: 1, last_seen: '2026-03-05T05:00:00.000Z', phone: 'Redmi 12' },
  to_send: { count: 2, since: '2026-03-05T04:00:00.000Z' },
  today: [
    {
      ...{ applicant_id: 101, applicant: 'Meera Rao', outcome: 'met', is_final: true },
      at: '2026-03-05T05:00:00.000Z',
    },
    {
      ...{ applicant_id: 102, applicant: 'Kabir Shah', outcome: 'locked', is_final: false },
      at: '2026-03-05T07:00:00.000Z',
    },
  ],
  days: [
    { day: '2026-03-04', visits: 3, minutes: 59.6, sent_back: 1, findings: 0 },
    { day: '2026-03-05', visits: 1, minutes: 180, sent_back: 0, findings: 2 },
  ],
};

// Covers: agents-18
test('an admin sees the open work, the day, the last days and the phone of an agent', async () => {
  answer(getAgentWork, work);
  answer(getAvailability, {
    ...{ daily_capacity: 12, areas: ['4110'], leave: [], updated_at: '2026-03-05T05:00:00.000Z' },
  });
  const { screen } = await renderApp('/agents/7', admin);
  await expect.element(screen.getByRole('heading', { name: 'Ravi Kumar' })).toBeVisible();
  await expectLinks(screen, {
    '14 Open tasks': '/applicants?agent=7&status=assigned',
    '1 Late': '/applicants?agent=7&status=assigned&due=late',
    'Meera Rao': '/applicants?view=101',
  });
  for (const text of [
    ...[
      '12:30 PM',
      'Door locked, attempt',
      '1 h 30 min',
      '25 %',
      '2 serious findings in these visits.',
    ],
    ...['2 visits not sent completely, the oldest since Mar 5, 2026, 9:30 AM', '4110'],
  ]) {
    await expect.element(screen.getByText(text)).toBeVisible();
  }
  await expect.element(screen.getByRole('button', { name: 'Change' })).not.toBeInTheDocument();
  await pressAndSee(
    screen.getByText('Show as a table'),
    screen.getByRole('row', { name: 'Mar 4, 2026 3 1 h 0 min 1 0' }),
  );
});

test('an unknown agent and a failure have their own words', async () => {
  answer(getAgentWork, () => bareFailure(404));
  answer(getAvailability, () => bareFailure(404));
  const { screen } = await renderApp('/agents/7', admin);
  await expect.element(screen.getByText('Agent not found.')).toBeVisible();
  answer(getAgentWork, () => failure(500, { request_id: 'req-7' }));
  await renderApp('/agents/8', admin);
  await expect.element(screen.getByText('req-7')).toBeVisible();
  answer(getAgentWork, { ...work, today: [], is_active: false });
  await pressAndSee('Retry', screen.getByText('No visits yet today.'));
});
