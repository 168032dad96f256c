import { listApplicants } from '@doorstep/contract/applicants';
import { answer } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { agentOf, applicantOf, assignedTo } from '../../testing/applicants.ts';
import { renderApp } from '../../testing/render-app.tsx';

const asha = agentOf({ id: 7, name: 'Asha Rao' });
const assigned = applicantOf({ id: 41, status: 'assigned', assigned_agent: assignedTo(asha) });

/** Answers the list as a backend that knows the filters; `asked` are their values. */
function answerList(count: number) {
  const asked: Record<string, string>[] = [];
  answer(listApplicants, ({ query }) => {
    const { page: _, ...filter } = query;
    asked.push(filter);
    const results = count > 0 ? [assigned] : [];
    return { results, count, next: null, previous: null };
  });
  return asked;
}

// Covers: applicants-11
test('shows the open applicants of one agent, says so, and leads back to all', async () => {
  const asked = answerList(12);
  const { screen, address } = await renderApp('/applicants?agent=7&status=assigned');
  await expect
    .element(
      screen.getByText(
        'Filter Active: Showing only assigned applicants of Asha Rao (12 total, showing up to 10 per page)',
      ),
    )
    .toBeVisible();
  await expect.poll(() => asked).toEqual([{ agent: '7', status: 'assigned' }]);
  await screen.getByRole('button', { name: 'Show All' }).click();
  await expect.poll(address).toBe('/applicants');
  await expect.element(screen.getByText(/^Filter Active/)).not.toBeInTheDocument();
  await expect.poll(() => asked.at(-1)).toEqual({});
});

// Covers: applicants-11
test('a search stays among the applicants of the agent; Not Assigned leaves them', async () => {
  const asked = answerList(12);
  const { screen, address } = await renderApp('/applicants?agent=7');
  await screen.getByRole('searchbox').fill('SB');
  await expect.poll(address).toBe('/applicants?agent=7&search=SB');
  await expect.poll(() => asked.at(-1)).toMatchObject({ agent: '7', search: 'SB' });
  await screen.getByRole('button', { name: 'Not Assigned' }).click();
  await expect.poll(address).toBe('/applicants?search=SB&assigned=false');
});

test('names the agent of an empty list', async () => {
  answerList(0);
  answer(listUsers, { success: true, users: [asha], total_count: 1 });
  const { screen } = await renderApp('/applicants?agent=7&status=assigned');
  await expect.element(screen.getByText(/only assigned applicants of Asha Rao \(0/)).toBeVisible();
  await expect.element(screen.getByText('No applicants found.')).toBeVisible();
});
