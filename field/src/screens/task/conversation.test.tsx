import { readTaskMessages } from '@doorstep/contract/messages';
import { answer } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { database } from '../../lib/db/database.ts';
import { anil, asked, openPhone } from '../../testing/day.ts';
import { openApp } from '../../testing/open-app.tsx';
import { endTroubles, simulateFailingStore, simulateFullStore } from '../../testing/troubles.ts';

// Covers: messages-8
test('Today marks a task with unread messages in words; opening it removes the mark without a network', async () => {
  await openPhone([asked()]);
  const screen = await openApp();
  const mark = screen.getByText('2 new messages');
  await expect.element(mark).toBeVisible();
  answer(readTaskMessages, { success: true, message: '' });
  await userEvent.click(screen.getByRole('link', { name: /^Anil Sharma/ }));
  await expect.element(screen.getByText('Which floor is it?')).toBeVisible();
  await expect.element(screen.getByText('· New')).toHaveLength(2);
  await expect.element(screen.getByText('Read by the office')).toBeVisible();
  await pressAndSee('Show 1 earlier message', screen.getByText('Is the shop open on Sundays?'));
  await pressAndSee('Back', screen.getByRole('heading', { name: /^Today/ }));
  await expect.element(mark).not.toBeInTheDocument();
});

// Covers: messages-7
test('a text survives a restart while it is typed, and is a waiting message once it is sent', async () => {
  await openPhone([anil()]);
  const path = `/task/${anil().id}`;
  const first = await openApp(path);
  await userEvent.click(first.getByRole('button', { name: 'Write to the office' }));
  await userEvent.fill(first.getByLabelText('Your message'), 'Gate locked');
  await expect.poll(async () => (await database()).count('messages')).toBe(1);
  await first.unmount();

  const second = await openApp(path);
  const field = second.getByLabelText('Your message');
  await expect.element(field).toHaveValue('Gate locked');
  // An empty field deletes the stored text. The field must stay, because the agent is still typing.
  await userEvent.clear(field);
  await expect.poll(async () => (await database()).count('messages')).toBe(0);
  const send = second.getByRole('button', { name: 'Send', exact: true });
  await pressAndSee(send, second.getByText('Write a message first.'));
  await userEvent.fill(field, '2341 2341 2346');
  await pressAndSee(send, second.getByText(/^Remove the Aadhaar number/));
  await userEvent.fill(field, 'Gate locked until noon');
  await pressAndSee(send, second.getByText('Gate locked until noon'));
  await expect.element(second.getByText('Waiting to send')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await expect
    .poll(async () => (await (await database()).getAll('messages')).map(({ state }) => state))
    .toEqual(['waiting']);
});

// Covers: messages-7, field-app-18
test('says that a text is not saved, until it is, and keeps it in the field', async () => {
  await openPhone([anil()]);
  const screen = await openApp(`/task/${anil().id}`);
  await userEvent.click(screen.getByRole('button', { name: 'Write to the office' }));
  const field = screen.getByLabelText('Your message');
  simulateFailingStore('messages');
  await userEvent.fill(field, 'Gate');
  await expect.element(screen.getByText(/^Open Doorstep again, then make/)).toBeVisible();
  endTroubles();
  await userEvent.fill(field, 'Gate shut');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  simulateFullStore('messages');
  await userEvent.fill(field, 'Gate locked');
  await userEvent.click(screen.getByRole('button', { name: 'Send', exact: true }));
  await expect.element(screen.getByText('Not saved: this phone is full')).toBeVisible();
  await expect.element(field).toHaveValue('Gate locked');
});
