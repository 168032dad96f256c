import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { texts } from '@doorstep/contract/texts';
import { deleteUser, getUser, listUsers, type User, updateUser } from '@doorstep/contract/users';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { agentOf } from '../../testing/applicants.ts';
import { holdTimeouts } from '../../testing/page/page-clock.ts';
import { admin, renderApp } from '../../testing/render-app.tsx';

const listOf = (users: User[]) => ({ success: true as const, users, total_count: users.length });
const asha = agentOf({ id: 7, name: 'Asha Rao', email: 'asha@doorstep.test' });
const ravi = agentOf({ id: 8, name: 'Ravi Menon', phone_number: '9123400008', is_active: false });
const many = Array.from({ length: 23 }, (_, index) =>
  agentOf({ id: 123 - index, name: `Agent ${123 - index}` }),
);
const noImages = { pan_card_image_url: null, aadhar_card_images: [] };
// An image of one grey pixel.
const picture =
  'data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

const namesShown = (screen: Awaited<ReturnType<typeof renderApp>>['screen']) =>
  screen
    .getByRole('table', { name: 'Agents' })
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('[data-label="Full Name"]')?.textContent);

// Covers: agents-1
test('lists agents in their columns, with the email as a link', async () => {
  const asked: Record<string, string>[] = [];
  answer(listUsers, ({ query }) => {
    asked.push(query);
    return listOf([asha, ravi]);
  });
  const { screen } = await renderApp('/agent');
  const table = screen.getByRole('table', { name: 'Agents' });
  await expect.element(table.getByText('Asha Rao')).toBeVisible();
  const textsOf = (role: 'columnheader' | 'cell') =>
    table
      .getByRole(role)
      .elements()
      .map((cell) => cell.textContent);
  expect(textsOf('columnheader')).toEqual([
    ...['Sr. No.', 'User ID', 'Full Name', 'Email', 'Phone', 'Status', 'Created At', 'Actions'],
  ]);
  const created = 'Mar 5, 2026, 10:30 AM';
  expect(textsOf('cell')).toEqual([
    ...['1', '7', 'Asha Rao', 'asha@doorstep.test', '9820000007', 'Active', created, ''],
    ...['2', '8', 'Ravi Menon', 'agent8@doorstep.test', '9123400008', 'Inactive', created, ''],
  ]);
  await expect
    .element(table.getByRole('link', { name: 'asha@doorstep.test' }))
    .toHaveAttribute('href', 'mailto:asha@doorstep.test');
  await expect.poll(() => asked.every((query) => Object.keys(query).length === 0)).toBe(true);
});

test('shows missing fields as empty, and fetches all pages of a paged list', async () => {
  const bare = (id: number) =>
    ({ id, name: `Agent ${id}`, phone: '9000000001' }) as unknown as User;
  answer(listUsers, ({ query }) => {
    const page = Number(query.page ?? 1);
    if (page > 2) return failure(404, { detail: 'Invalid page.' });
    return { ...listOf([bare(page)]), total_count: 5 };
  });
  const { screen } = await renderApp('/agent');
  await expect.element(screen.getByText('Agent 2')).toBeVisible();
  expect(namesShown(screen)).toEqual(['Agent 1', 'Agent 2']);
  await expect.element(screen.getByText('9000000001').first()).toBeVisible();
  await expect.element(screen.getByText('Active', { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText('N/A').first()).toBeVisible();
});

// Covers: agents-2, admins-2
test('pages and searches the whole list in the browser, ten at a time', async () => {
  let calls = 0;
  answer(listUsers, () => {
    calls += 1;
    return listOf([...many.slice(0, 22), asha]);
  });
  const { screen, address } = await renderApp('/agent');
  await expect.element(screen.getByText('1–10 of 23')).toBeVisible();
  await expect
    .element(screen.getByRole('table', { name: 'Agents' }))
    .toHaveAttribute('aria-busy', 'false');
  const callsAtFirst = calls;
  await screen.getByRole('button', { name: 'Page 3' }).click();
  await expect.element(screen.getByText('21–23 of 23')).toBeVisible();
  await expect.poll(address).toBe('/agent?page=3');
  expect(namesShown(screen)).toEqual(['Agent 103', 'Agent 102', 'Asha Rao']);

  const box = screen.getByPlaceholder('Search Agent by Name, Email, or Phone');
  for (const [typed, query] of [
    ['  ASHA@ ', 'ASHA@'],
    ['rao', 'rao'],
    ['9820000007', '9820000007'],
  ]) {
    await box.fill(typed as string);
    await expect.poll(address).toBe(`/agent?search=${encodeURIComponent(query as string)}`);
    await expect.poll(() => namesShown(screen)).toEqual(['Asha Rao']);
  }
  await box.fill('110');
  await expect.poll(() => namesShown(screen)).toEqual(['Agent 110']);
  await expect.poll(() => calls).toBe(callsAtFirst);
});

test('shows the last page for a page past the end', async () => {
  answer(listUsers, listOf(many));
  const { screen } = await renderApp('/agent?page=9');
  await expect.element(screen.getByText('21–23 of 23')).toBeVisible();
});

// Covers: agents-7
test('shows that it is loading', async () => {
  answer(listUsers, () => new Promise<never>(() => {}));
  const { screen } = await renderApp('/agent');
  await expect.element(screen.getByText('Loading agents data...')).toBeInTheDocument();
});

// Covers: agents-8
test.each([
  ['nothing at all', bareFailure(500), texts.agents.fetch],
  ['a text', failure(500, { message: 'The database is away.' }), 'The database is away.'],
  [
    'an error in a 200',
    Response.json({ success: false, error: 'No users today' }),
    'No users today',
  ],
])('offers Retry after a list that failed with %s', async (_, reply, text) => {
  answer(listUsers, () => reply.clone());
  const { screen } = await renderApp('/agent');
  const block = screen.getByRole('alert');
  await expect.element(block).toMatchTextContent('Failed to Fetch Agent Data');
  await expect.element(block).toMatchTextContent(text);
  answer(listUsers, listOf([asha]));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Asha Rao')).toBeVisible();
});

// Covers: agents-9
test('distinguishes “no agents” from “no hits”', async () => {
  answer(listUsers, listOf([]));
  const none = await renderApp('/agent');
  await expect.element(none.screen.getByText('No Agents Available')).toBeVisible();
  await expect
    .element(none.screen.getByText('There are currently no agents to display.'))
    .toBeVisible();
  await none.screen.unmount();

  answer(listUsers, listOf([asha]));
  const { screen, address } = await renderApp('/agent?search=zzz');
  await expect.element(screen.getByText('No Results Found')).toBeVisible();
  await expect
    .element(screen.getByText('No agents found matching your search criteria.'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Clear search', exact: true }).last().click();
  await expect.element(screen.getByText('Asha Rao')).toBeVisible();
  await expect.poll(address).toBe('/agent');
});

// Covers: routes-6
test('sends an admin who is no super admin home', async () => {
  const { address } = await renderApp('/agent', admin);
  await expect.poll(address).toBe('/home');
});

// Covers: agents-3, agents-10
test('opens an agent from a row with every field, and says which pictures are missing', async () => {
  answer(listUsers, listOf([ravi, asha]));
  answer(getUser, { success: true, user: { ...asha, ...noImages } });
  const { screen, address } = await renderApp('/agent');
  await screen.getByText('Asha Rao').click();
  await expect.poll(address).toBe('/agent?view=7');
  const dialog = screen.getByRole('dialog', { name: 'Asha Rao' });
  await expect.element(dialog).toBeVisible();
  for (const [label, value] of [
    ['S.No', '2'],
    ['User ID', '7'],
    ['Full Name', 'Asha Rao'],
    ['Created At', 'Mar 5, 2026, 10:30 AM'],
    ['Email', 'asha@doorstep.test'],
    ['Phone', '9820000007'],
  ] as const) {
    const term = await dialog.getByText(label, { exact: true }).findElement();
    expect(term.nextElementSibling?.textContent).toBe(value);
  }
  for (const heading of ['Profile Image', 'PAN Card Image', 'Aadhaar Card Images (0)']) {
    await expect.element(dialog.getByRole('heading', { name: heading })).toBeVisible();
  }
  await expect.element(dialog.getByText('No profile image available')).toBeVisible();
  await expect.element(dialog.getByText('No PAN card image available')).toBeVisible();
  await expect.element(dialog.getByText('No Aadhaar card images available')).toBeVisible();
});

// Covers: agents-11
test('enlarges pictures, and keeps the dialog open', async () => {
  answer(listUsers, listOf([asha]));
  answer(getUser, {
    success: true,
    user: {
      ...asha,
      profile_image_url: picture,
      pan_card_image_url: `${picture}#pan`,
      aadhar_card_images: [{ url: `${picture}#front` }, { url: `${picture}#back` }],
    },
  });
  const { screen } = await renderApp('/agent?view=7');
  await expect
    .element(screen.getByRole('heading', { name: 'Aadhaar Card Images (2)' }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Enlarge Aadhaar card 1 of Asha Rao' }).click();
  await expect.element(screen.getByText('3 / 4')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('3 / 4')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog', { name: 'Asha Rao' })).toBeVisible();
});

// Covers: agents-3, agents-4, agents-5, agents-6
test('offers view, edit and delete in each row, and registration through Register Agent', async () => {
  answer(listUsers, listOf([asha]));
  answer(getUser, { success: true, user: { ...asha, ...noImages } });
  const { screen, address, router } = await renderApp('/agent');
  for (const [button, query, dialog] of [
    ['View Asha Rao', 'view=7', 'Asha Rao'],
    ['Edit Asha Rao: reset password', 'reset=7', 'Reset Password'],
    ['Delete Asha Rao', 'delete=7', 'Delete agent'],
    ['Register Agent', 'register=true', 'Register Agent'],
  ] as const) {
    await screen.getByRole('button', { name: button, exact: true }).click();
    const role = query === 'delete=7' ? 'alertdialog' : 'dialog';
    await expect.element(screen.getByRole(role, { name: dialog })).toBeVisible();
    await expect.poll(address).toBe(`/agent?${query}`);
    router.history.back();
    await expect.element(screen.getByRole(role)).not.toBeInTheDocument();
  }
});

// Covers: agents-6
test('does not close a dialog that was opened right after typing in the search', async () => {
  answer(listUsers, listOf([asha, ravi]));
  const { screen, address } = await renderApp('/agent');
  const register = screen.getByRole('button', { name: 'Register Agent' });
  await expect.element(register).toBeVisible();
  await screen.getByPlaceholder('Search Agent by Name, Email, or Phone').fill('asha');
  ((await register.findElement()) as HTMLButtonElement).click();
  await expect.poll(address).toContain('search=asha');
  await expect.element(screen.getByRole('dialog', { name: 'Register Agent' })).toBeVisible();
  await expect.poll(address).toContain('register=true');
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/agent?search=asha');
});

// Covers: agents-13
test('says that a record can’t be fetched, with Retry', async () => {
  answer(listUsers, listOf([]));
  answer(getUser, bareFailure(500));
  const { screen } = await renderApp('/agent?view=7');
  await expect.element(screen.getByText('Failed to fetch agent details')).toBeVisible();
  answer(getUser, { success: true, user: { ...asha, ...noImages } });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Asha Rao' })).toBeVisible();
});

// Covers: agents-12
test('deactivates by the switch, and updates the row', async () => {
  let standing = { ...asha, ...noImages };
  const sent: unknown[] = [];
  answer(listUsers, () => listOf([standing]));
  answer(getUser, () => ({ success: true, user: standing }));
  answer(updateUser, ({ body, params }) => {
    sent.push([params.id, body]);
    standing = { ...standing, is_active: false };
    return { success: true, message: 'Agent updated successfully', user: standing };
  });
  const { screen } = await renderApp('/agent?view=7');
  const toggle = screen.getByRole('switch', { name: 'Active' });
  await expect.element(toggle).toBeChecked();
  await toggle.click();
  await screen.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(toggle).not.toBeChecked();
  await expect.poll(() => sent).toEqual([['7', { is_active: false }]]);
  await screen.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(screen.getByRole('cell', { name: 'Inactive', exact: true })).toBeVisible();
});

// Covers: agents-12
test('resets a failed switch, and says why', async () => {
  answer(listUsers, listOf([asha]));
  answer(getUser, { success: true, user: { ...asha, ...noImages } });
  answer(updateUser, failure(403, { message: 'Only a super admin may do this.' }));
  const { screen } = await renderApp('/agent?view=7');
  await screen.getByRole('switch', { name: 'Active' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Deactivate agent' });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(dialog.getByText('Failed to update agent status')).toBeVisible();
  await expect.element(dialog.getByText('Only a super admin may do this.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('switch', { name: 'Active' })).toBeChecked();
});

// Covers: agents-6, deleting-1
test('asks before deleting, can’t be left meanwhile, and reloads the list', async () => {
  let isDeleted = false;
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(listUsers, () => listOf(isDeleted ? [ravi] : [asha, ravi]));
  answer(deleteUser, async () => {
    calls += 1;
    await promise;
    isDeleted = true;
    return { success: true, message: 'gone' };
  });
  const { screen, address } = await renderApp('/agent');
  await screen.getByRole('button', { name: 'Delete Asha Rao' }).click();
  await expect.poll(address).toBe('/agent?delete=7');
  const dialog = screen.getByRole('alertdialog', { name: 'Delete agent' });
  await expect.element(dialog).toMatchTextContent('Delete Asha Rao?');
  holdTimeouts();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Deleting...' }).click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  resolve();
  await expect.element(dialog.getByText('Agent deleted successfully')).toBeVisible();
  expect(namesShown(screen)).toEqual(['Asha Rao', 'Ravi Menon']);
  vi.advanceTimersByTime(2_000);
  await expect.poll(address).toBe('/agent');
  await expect.poll(() => namesShown(screen)).toEqual(['Ravi Menon']);
  await expect.poll(() => calls).toBe(1);
});

// Covers: deleting-4
test.each([
  [
    'a detail',
    failure(409, { message: 'No.', detail: 'Agent has open work.' }),
    'Agent has open work.',
  ],
  ['an empty failure', bareFailure(500), 'Failed to delete agent. Please try again.'],
  [
    'a 200 that says no',
    Response.json({ success: false }),
    'Failed to delete agent. Please try again.',
  ],
  ['no connection', noConnection(), 'An error occurred while deleting. Please try again.'],
])('shows in the dialog that a deletion met %s', async (_, reply, text) => {
  answer(listUsers, listOf([asha]));
  answer(deleteUser, () => reply);
  const { screen } = await renderApp('/agent?delete=7');
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(text);
});

// Covers: deleting-6
test('can’t delete an agent who does not exist', async () => {
  let calls = 0;
  answer(listUsers, listOf([asha]));
  answer(deleteUser, () => {
    calls += 1;
    return { success: true, message: '' };
  });
  const { screen } = await renderApp('/agent?delete=99');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Invalid agent selected for deletion.');
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => calls).toBe(0);
});
