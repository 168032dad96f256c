import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { deleteUser, getUser, listUsers, type User, updateUser } from '@doorstep/contract/users';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { identityOf, recordBodies, usersOf } from '../../testing/answers.ts';
import { agentOf } from '../../testing/applicants.ts';
import { expectLinks, expectTerms, expectTexts } from '../../testing/page/expect-texts.ts';
import { holdTimeouts } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';

const asha = agentOf({ id: 7, name: 'Asha Rao', email: 'asha@doorstep.test' });
const ravi = agentOf({ id: 8, name: 'Ravi Menon', phone_number: '9123400008', is_active: false });
const many = Array.from({ length: 23 }, (_, index) =>
  agentOf({ id: 123 - index, name: `Agent ${123 - index}` }),
);
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
    return usersOf([asha, ravi]);
  });
  const { screen } = await renderApp('/agent');
  const table = screen.getByRole('table', { name: 'Agents' });
  await expect.element(table.getByText('Asha Rao')).toBeVisible();
  await expectTexts(table.getByRole('columnheader'), [
    ...['Sr. No.', 'User ID', 'Full Name', 'Email', 'Phone', 'Status', 'Created At', 'Actions'],
  ]);
  const created = 'Mar 5, 2026, 10:30 AM';
  await expectTexts(table.getByRole('cell'), [
    ...['1', '7', 'Asha Rao', 'asha@doorstep.test', '9820000007', 'Active', created, ''],
    ...['2', '8', 'Ravi Menon', 'agent8@doorstep.test', '9123400008', 'Inactive', created, ''],
  ]);
  await expectLinks(table, { 'asha@doorstep.test': 'mailto:asha@doorstep.test' });
  await expect.poll(() => asked.every((query) => Object.keys(query).length === 0)).toBe(true);
});

test('shows missing fields as empty, and fetches all pages of a paged list', async () => {
  const bare = (id: number) =>
    ({ id, name: `Agent ${id}`, phone: '9000000001' }) as unknown as User;
  answer(listUsers, ({ query }) => {
    const page = Number(query.page ?? 1);
    if (page > 2) return failure(404, { detail: 'Invalid page.' });
    return { ...usersOf([bare(page)]), total_count: 5 };
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
    return usersOf([...many.slice(0, 22), asha]);
  });
  const { screen, address } = await renderApp('/agent');
  await expect.element(screen.getByText('1–10 of 23')).toBeVisible();
  await expect.element(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const callsAtFirst = calls;
  await pressAndSee('Page 3', screen.getByText('21–23 of 23'));
  await expect.poll(address).toBe('/agent?page=3');
  expect(namesShown(screen)).toEqual(['Agent 103', 'Agent 102', 'Asha Rao']);

  const box = screen.getByPlaceholder('Search Agent by Name, Email, or Phone');
  await box.fill('  ASHA@ ');
  await expect.poll(address).toBe('/agent?search=ASHA%40');
  await expect.element(box).toHaveValue('  ASHA@ ');
  await expect.poll(() => namesShown(screen)).toEqual(['Asha Rao']);
  await expect.poll(() => calls).toBe(callsAtFirst);
});

// Covers: agents-9
test('distinguishes “no agents” from “no hits”', async () => {
  answer(listUsers, usersOf([]));
  const none = await renderApp('/agent');
  const hint = none.screen.getByText('There are currently no agents to display.');
  await expect.element(hint).toBeVisible();
  await expect.element(none.screen.getByText('No Agents Available')).toBeVisible();
  await none.screen.unmount();

  answer(listUsers, usersOf([asha]));
  const { screen, address } = await renderApp('/agent?search=zzz');
  await expect.element(screen.getByText('No Results Found')).toBeVisible();
  const noHits = screen.getByText('No agents found matching your search criteria.');
  await expect.element(noHits).toBeVisible();
  const clear = screen.getByRole('button', { name: 'Clear search', exact: true });
  await clear.last().click();
  await expect.element(screen.getByText('Asha Rao')).toBeVisible();
  await expect.element(clear).not.toBeInTheDocument();
  await expect.poll(address).toBe('/agent');
});

// Covers: agents-3, agents-10
test('opens an agent from a row with every field, and says which pictures are missing', async () => {
  answer(listUsers, usersOf([ravi, asha]));
  answer(getUser, identityOf(asha));
  const { screen, address } = await renderApp('/agent');
  await screen.getByText('Asha Rao').click();
  await expect.poll(address).toBe('/agent?view=7');
  const dialog = screen.getByRole('dialog', { name: 'Asha Rao' });
  await expect.element(dialog).toBeVisible();
  await expectTerms(dialog, [
    ['S.No', '2'],
    ['User ID', '7'],
    ['Full Name', 'Asha Rao'],
    ['Created At', 'Mar 5, 2026, 10:30 AM'],
    ['Email', 'asha@doorstep.test'],
    ['Phone', '9820000007'],
  ]);
  for (const text of [
    ...['Profile Image', 'PAN Card Image', 'Aadhaar Card Images (0)', 'No profile image available'],
    ...['No PAN card image available', 'No Aadhaar card images available'],
  ]) {
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  }
});

// Covers: agents-11
test('enlarges pictures, and keeps the dialog open', async () => {
  answer(listUsers, usersOf([asha]));
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
  await expect.element(screen.getByText('Aadhaar Card Images (2)')).toBeVisible();
  await pressAndSee('Enlarge Aadhaar card 1 of Asha Rao', screen.getByText('3 / 4'));
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('3 / 4')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog', { name: 'Asha Rao' })).toBeVisible();
});

// Covers: agents-6
test('does not close a dialog that was opened right after typing in the search', async () => {
  answer(listUsers, usersOf([asha, ravi]));
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

// Covers: agents-12
test('deactivates by the switch, and updates the row', async () => {
  let standing = asha;
  const sent: unknown[] = [];
  answer(listUsers, () => usersOf([standing]));
  answer(getUser, () => identityOf(standing));
  answer(updateUser, ({ body, params }) => {
    sent.push([params.id, body]);
    standing = { ...standing, is_active: false };
    return { ...identityOf(standing), message: 'Agent updated successfully' };
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

// Covers: agents-6, deleting-1
test('asks before deleting, can’t be left meanwhile, and reloads the list', async () => {
  let isDeleted = false;
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(listUsers, () => usersOf(isDeleted ? [ravi] : [asha, ravi]));
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

// Covers: deleting-6
test('sends no deletion of an agent who does not exist', async () => {
  answer(listUsers, usersOf([asha]));
  const sent = recordBodies(deleteUser, { success: true, message: '' });
  const { screen } = await renderApp('/agent?delete=99');
  await expect.element(screen.getByText('Invalid agent selected for deletion.')).toBeVisible();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => sent).toEqual([]);
});
