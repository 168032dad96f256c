import { getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { getBoard } from '@doorstep/contract/board';
import { listMessages, readMessages, writeMessage } from '@doorstep/contract/messages';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { saveSession } from '../../lib/session/session.ts';
import { listOf } from '../../testing/answers.ts';
import { applicantOf } from '../../testing/applicants.ts';
import { boardOf } from '../../testing/board.ts';
import { messageFrom, messageTo } from '../../testing/messages.ts';
import { expectLinks, expectTexts } from '../../testing/page/expect-texts.ts';
import { admin, renderApp } from '../../testing/render-app.tsx';

const kabir = applicantOf({
  ...{ id: 42, applicant_name: 'Kabir Shah', status: 'assigned' },
  unread_since: '2026-03-05T05:00:01.000Z',
});
const asha = { id: 7, name: 'Asha Rao', last_seen: '2026-03-05T05:12:00.000Z', to_send: 3 };

function serve() {
  answer(listApplicants, listOf([kabir]));
  answer(getApplicant, ({ params }) => ({ ...kabir, id: Number(params.id) }));
}

// Covers: messages-2, messages-9
test('marks an applicant with an unread message in words; its record shows and reads them, with the phone’s state', async () => {
  serve();
  const late = { text: 'I was there at noon.', agent: 'Ravi Kumar', by: 'Ravi Kumar' };
  const delayed = { received_at: '2026-03-05T07:30:00.000Z', late: { given_to: 'Asha Rao' } };
  let messages = [
    messageTo({ agent: 'Asha Rao' }),
    messageFrom(),
    messageFrom({ ...late, ...delayed, id: '0198c0de-0000-4000-8000-00000000000c' }),
  ];
  answer(listMessages, () => ({ agent: asha, results: messages }));
  const read: unknown[] = [];
  answer(readMessages, ({ body }) => {
    read.push(body);
    messages = messages.map((message) => ({ ...message, is_read: true }));
    return { success: true, message: '' };
  });
  const { screen } = await renderApp('/applicants');
  await expect.element(screen.getByText('Unread message')).toBeVisible();
  await pressAndSee(
    'View Kabir Shah',
    screen.getByText(
      'Asha Rao’s phone was last seen Mar 5, 2026, 10:42 AM, 3 visits not sent completely.',
    ),
  );
  const shown = screen.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expectTexts(shown, [
    'Mar 5, 2026, 10:30 AMMeera Shah to Asha RaoWhich gate?Read by the agent',
    'Mar 5, 2026, 10:30 AMAsha Rao · NewThe back gate is open until five.',
    'Mar 5, 2026, 10:30 AMRavi Kumar · NewI was there at noon.Arrived Mar 5, 2026, 1:00 PMArrived after the task was given to Asha Rao',
  ]);
  await expect.poll(() => read).toEqual([{ up_to: '0198c0de-0000-4000-8000-00000000000c' }]);
});

// Covers: messages-9
test('sends a message once; if another agent has the task, the text stays and the agent is named', async () => {
  serve();
  let agent = asha;
  answer(listMessages, () => ({ agent, results: [] }));
  const sent: unknown[] = [];
  answer(writeMessage, ({ body }) => {
    sent.push(body);
    agent = { ...asha, id: 8, name: 'Ravi Kumar' };
    return failure(409, {
      code: 'not_their_task',
      message: 'Not sent: Ravi Kumar has this task now.',
    });
  });
  const { screen } = await renderApp('/applicants?view=42');
  const button = screen.getByRole('button', { name: 'Send message' });
  await pressAndSee(button, screen.getByText('Write a message.'));
  await userEvent.fill(screen.getByLabelText('Message to Asha Rao'), 'Which gate?');
  await button.click();
  const next = screen.getByLabelText('Message to Ravi Kumar');
  await expect.element(next).toHaveValue('Which gate?');
  await expect.element(screen.getByText('Not sent: Ravi Kumar has this task now.')).toBeVisible();
  answer(writeMessage, ({ body }) => {
    sent.push(body);
    return { success: true, message: 'Message sent.', id: messageTo().id };
  });
  await button.click();
  await expect.element(next).toHaveValue('');
  await expect
    .poll(() => sent)
    .toEqual([
      { agent_id: 7, text: 'Which gate?' },
      { agent_id: 8, text: 'Which gate?' },
    ]);
});

// Covers: messages-9
test('a text that may have arrived keeps its key when the record is opened again, and is not shown for another applicant or to the next user', async () => {
  serve();
  answer(listMessages, { agent: asha, results: [] });
  const keys: (string | null)[] = [];
  answer(writeMessage, ({ request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return keys.length === 1 ? noConnection() : { success: true, message: '', id: messageTo().id };
  });
  const { screen, router } = await renderApp('/applicants?view=42');
  const field = screen.getByLabelText('Message to Asha Rao');
  const button = screen.getByRole('button', { name: 'Send message' });
  await userEvent.fill(field, 'Which gate?');
  await pressAndSee(button, screen.getByText(/^Couldn’t send the message|^No response/));
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'View Kabir Shah' }).click();
  await expect.element(field).toHaveValue('Which gate?');
  await button.click();
  await expect.element(field).toHaveValue('');
  await expect.poll(() => keys).toEqual([expect.any(String), keys[0]]);

  await userEvent.fill(field, 'For Asha only');
  await router.navigate({ to: '/applicants', search: { view: '43' } });
  await expect.element(field).toHaveValue('');
  saveSession(admin);
  await router.navigate({ to: '/applicants', search: { view: '42' } });
  await expect.element(field).toHaveValue('');
});

// Covers: messages-9
test('a record that was opened again while its message was sent shows an empty field afterwards', async () => {
  serve();
  answer(listMessages, { agent: asha, results: [] });
  const isOpenAgain = Promise.withResolvers<void>();
  const keys = new Set<string | null>();
  answer(writeMessage, async ({ request }) => {
    keys.add(request.headers.get('Idempotency-Key'));
    await isOpenAgain.promise;
    return { success: true as const, message: '', id: messageTo().id };
  });
  const { screen } = await renderApp('/applicants?view=42');
  const field = screen.getByLabelText('Message to Asha Rao');
  await userEvent.fill(field, 'Which gate?');
  await pressAndSee('Send message', screen.getByRole('button', { name: 'Sending...' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'View Kabir Shah' }).click();
  await expect.element(field).toHaveValue('Which gate?');
  await pressAndSee('Send message', screen.getByRole('button', { name: 'Sending...' }));
  isOpenAgain.resolve();
  await expect.element(field).toHaveValue('');
  await expect.poll(() => keys.size).toBe(1);
});

test('shows no messages while there are none and no agent has the task, or on another backend', async () => {
  serve();
  answer(listMessages, { agent: null, results: [] });
  const { screen } = await renderApp('/applicants?view=42');
  await expect.element(screen.getByRole('heading', { name: 'Contact' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Messages' })).not.toBeInTheDocument();
});

// Covers: messages-9
test('home lists applicants with unread messages', async () => {
  const at = '2026-03-05T05:00:01.000Z';
  const first = [{ applicant_id: 42, applicant: 'Kabir Shah', verification_id: null, at }];
  const board = boardOf();
  const messages = { count: 1, first };
  answer(getBoard, { ...board, attention: { ...board.attention, messages } });
  const { screen } = await renderApp('/home');
  await expect.element(screen.getByText('1 applicant with unread messages')).toBeVisible();
  await expectLinks(screen, { 'Kabir Shah': '/applicants?view=42' });
});
