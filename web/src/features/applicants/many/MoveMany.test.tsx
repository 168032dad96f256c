import { listApplicants } from '@doorstep/contract/applicants';
import {
  assignMany,
  type ManyAssigned,
  undoAssign,
} from '@doorstep/contract/applicants/assign-many';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { answer } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { listUsers } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listOf, usersOf } from '../../../testing/answers.ts';
import { agentOf, applicantOf, assignedTo } from '../../../testing/applicants.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const ravi = agentOf({ id: 8, name: 'Ravi Kumar' });
const sunita = agentOf({ id: 9, name: 'Sunita Rao' });
const rows = [104, 103, 102].map((id) =>
  applicantOf({ id, status: 'assigned', assigned_agent: assignedTo(ravi) }),
);

type Sent = { ids: number[]; plan: [{ agent_id: number | null }]; move?: true; dry_run?: true };
const dialog = page.getByRole('dialog');
const alsoMove = dialog.getByRole('checkbox', { name: 'Also move applicants that have an agent' });

/** Opens the dialog for three tasks of Ravi. The preview includes 102, but the assignment skips it. */
async function openList(search: string) {
  const sent: Sent[] = [];
  answer(listApplicants, listOf(rows, 3));
  answer(lastAssignedAgents, { agent_ids: [] });
  answer(listUsers, usersOf([ravi, sunita]));
  answer(assignMany, ({ body }): ManyAssigned => {
    const asked = body as Sent;
    const [{ agent_id }] = asked.plan;
    const share = { agent_id, agent_name: agent_id ? 'Sunita Rao' : '', open: 5 };
    if (!asked.dry_run) {
      sent.push(asked);
      return {
        shares: [{ ...share, ids: asked.ids.filter((id) => id !== 102) }],
        skipped: [{ id: 102, because: 'visit_started' }],
      };
    }
    if (!asked.move && agent_id !== null) {
      const skipped = asked.ids.map((id) => ({ id, because: 'already_assigned' as const }));
      return { shares: [{ ...share, ids: [] }], skipped };
    }
    return {
      shares: [{ ...share, ids: asked.ids, revisions: asked.ids.map((id) => `1.${id}`) }],
      skipped: [],
      from: [{ agent_id: 8, agent_name: 'Ravi Kumar', count: asked.ids.length }],
    };
  });
  const { screen } = await renderApp(`/applicants${search}`);
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await screen.getByRole('button', { name: 'Assign selected' }).click();
  await screen.getByRole('button', { name: 'One agent' }).click();
  return { screen, sent };
}

// Covers: move-6
test('moves tasks that have an agent on request, as previewed', async () => {
  const { screen, sent } = await openList('');
  await dialog.getByRole('radio', { name: /^Sunita Rao/ }).click();
  await expect.element(dialog.getByText(/3 have an agent already/).last()).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Assign 0' })).toBeDisabled();
  await pressAndSee(alsoMove, dialog.getByText('Current agents: Ravi Kumar 3.', { exact: true }));
  await expect.element(dialog.getByRole('heading', { name: 'Move 3 applicants' })).toBeVisible();
  const moved = '2 applicants moved: Sunita Rao 2. 1 skipped: a visit to 1 has started (102).';
  await pressAndSee('Move 3', screen.getByText(moved));
  await expect
    .poll(() => sent)
    .toMatchObject([{ ids: [104, 103, 102], move: true, revisions: '1.104,1.103,1.102' }]);
  answer(undoAssign, { undone: [104], kept: [{ id: 103, because: 'agent_inactive' }] });
  const undone =
    'Undone for 1 applicant. 1 stays moved: the earlier agent of 1 is no longer active (103).';
  await pressAndSee('Undo', screen.getByText(undone));
});

// Covers: move-6
test('moves or unassigns tasks in an agent’s list without asking again', async () => {
  const { screen, sent } = await openList('?agent=8&status=assigned');
  await expect.element(alsoMove).toBeChecked();
  await dialog.getByRole('button', { name: 'Unassign', exact: true }).click();
  await expect.element(dialog.getByRole('searchbox')).not.toBeInTheDocument();
  const words = '2 applicants unassigned. 1 skipped: a visit to 1 has started (102).';
  await pressAndSee('Unassign 3', screen.getByText(words));
  const plan = [{ agent_id: null, count: 3 }];
  await expect.poll(() => sent).toMatchObject([{ plan, move: true }]);
});
