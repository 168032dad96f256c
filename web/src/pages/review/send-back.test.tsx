import { renewClaim } from '@doorstep/contract/review';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { sendBackVerification } from '@doorstep/contract/visits/send-back';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { recordBodies } from '../../testing/answers.ts';
import { claimLost, deskOf, moment, openDesk } from '../../testing/review-desk.ts';
import { verificationOf } from '../../testing/verifications.ts';

// Covers: review-6
test('sends back by number keys, and asks for a note with Other', async () => {
  const desk = deskOf([501, 502]);
  const { screen, shows } = await openDesk();
  await userEvent.keyboard('b');
  const panel = screen.getByRole('dialog', { name: 'Send back to Rekha Thomas' });
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByRole('alert')).toMatchTextContent('Choose a reason.');
  await userEvent.keyboard('19');
  await expect.element(panel.getByRole('checkbox', { name: 'Photo unclear' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByLabelText('Note to the agent')).toHaveFocus();
  // In an input, letter keys type text and are not shortcuts.
  await userEvent.keyboard('pns{Enter}');
  await shows(502);
  await expect
    .poll(() => desk.sentOf(501))
    .toEqual([
      {
        ...{ reasons: ['photo_unclear', 'other'], note: 'pns', photos_wanted: [] },
        updated_at: moment,
      },
    ]);
});

// Covers: sending-back-4, sending-back-5, review-6
test.each([
  ['agent_inactive', 'Rekha Thomas is no longer active. Choose another agent.'],
  [
    'third_send_back',
    'Asha Rao was sent back 2 times. Choose another agent, or ask a super admin.',
  ],
])(
  'lets the reviewer choose another agent by keys after a rejection with %s',
  async (code, message) => {
    deskOf([501, 502]);
    const [rekha, ravi] = [verificationOf().agent_details?.id, 7].map((id, index) => ({
      ...{ id: id ?? 0, name: index ? 'Ravi Kumar' : 'Rekha Thomas', email: '', is_active: true },
      phone_number: '9000000007',
    }));
    answer(listUsers, { success: true, total_count: 2, users: [rekha, ravi] } as never);
    const sent = recordBodies(sendBackVerification, failure(409, { code, message }), {
      ...{ success: true, message: 'The verification was sent back.' },
    });
    const { screen, shows } = await openDesk();
    await userEvent.keyboard('b1');
    const panel = screen.getByRole('dialog', { name: /^Send back to/ });
    await expect.element(panel.getByLabelText('Agent', { exact: true })).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    const agent = panel.getByLabelText('Agent', { exact: true });
    await expect.element(agent).toHaveFocus();
    await expect.element(agent).toHaveAccessibleDescription(message);
    await expect
      .element(panel.getByRole('button', { name: 'Send back' }))
      .toBeInViewport({ ratio: 1 });
    await expect.element(panel.getByRole('option', { name: /^Ravi/ })).toBeInTheDocument();
    await expect.element(panel.getByRole('option', { name: /^Rekha/ })).not.toBeInTheDocument();
    await panel.getByRole('button', { name: 'Send back' }).click();
    await expect.element(agent).toHaveAccessibleDescription('Choose another agent.');
    await expect.element(agent).toHaveFocus();
    // Enter opens the list. Escape closes only the list.
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.poll(() => sent).toHaveLength(1);
    // In a list of options, a letter chooses the option whose name begins with this letter.
    await userEvent.keyboard('r');
    await expect.element(panel).toHaveAccessibleName('Send back to Ravi Kumar');
    await userEvent.keyboard('{Enter}');
    await shows(502);
    await expect.poll(() => sent[1]).toEqual({ ...(sent[0] as object), agent_id: 7 });
  },
);

// Covers: review-7
test('keeps a send-back with its case when a colleague takes that, and starts the next one empty', async () => {
  const desk = deskOf([501, 502]);
  const taken = Promise.withResolvers<Response>();
  answer(renewClaim, ({ params }) =>
    params.id === '501' ? taken.promise : { expires_at: moment },
  );
  const { screen, focuses } = await openDesk();
  await userEvent.keyboard('b');
  const panel = screen.getByRole('dialog', { name: 'Send back to Rekha Thomas' });
  await userEvent.keyboard('1');
  taken.resolve(claimLost());
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Ravi Iyer has this case/);
  await expect.element(panel).toHaveFocus();
  await screen.getByRole('button', { name: 'Next case' }).click();
  await focuses(502);
  await expect.element(panel).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('b');
  await expect.element(panel.getByRole('checkbox', { name: 'Photo unclear' })).not.toBeChecked();
  await expect.poll(() => desk.sent).toEqual([]);
});

// Covers: dialogs-7
test('asks before Escape or Cancel discards a typed note', async () => {
  deskOf([501]);
  const { screen } = await openDesk();
  await userEvent.keyboard('b9');
  const panel = screen.getByRole('dialog', { name: /^Send back to/ });
  const note = panel.getByLabelText('Note to the agent');
  await note.fill('The door is not theirs.');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel.getByText('Close and lose what you changed?')).toBeVisible();
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(panel.getByText('Close and lose what you changed?')).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('The door is not theirs.');
  await expect.element(note).toHaveFocus();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  // A chosen reason is not a typed note, so Escape closes the panel without asking.
  await userEvent.keyboard('b1{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});
