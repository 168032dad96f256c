import type { Message } from '@doorstep/contract/messages';
import { messageFrom, messageTo } from '../../../web/src/testing/messages.ts';
import { callOf } from '../../../web/src/testing/visits.ts';
import {
  answer,
  change,
  changeVerification,
  click,
  dialogBy,
  fill,
  type Screen,
  screen,
  scrollTo,
  see,
  seeRole,
} from '../screen.ts';

const at = '2026-03-05T09:10:00.000Z';
const agent = { id: 7, name: 'Lakshminarayanan Venkatasubramanian' };

const from = (nth: number, more: Partial<Message>) =>
  messageFrom({ ...{ id: `from-${nth}`, by: agent.name, agent: agent.name }, ...more });
const results = [
  messageTo({ id: 'to-1', is_read: true }),
  from(1, { is_read: true, received_at: '2026-03-05T11:40:00.000Z' }),
  from(2, { is_read: true, late: { given_to: 'Ravi Kumar' } }),
  from(3, {
    ...{ is_read: true, late: { given_to: null } },
    text: 'Bahar se band hai. '.repeat(25).trim(),
  }),
  messageTo({ id: 'to-2', is_read: false }),
  from(4, { text: 'Third floor, no lift.' }),
];

const calls = [
  callOf({ id: '1', result: 'appointment', appointment_at: '2026-03-06T11:30:00.000Z' }),
  callOf({ id: '2', result: 'reached', by: agent.name }),
  callOf({ id: '3', result: 'switched_off' }),
  callOf({ id: '4' }),
];

const words = 'I was visited today by Sunita Patil of Doorstep. I agree that my signature is kept.';
const signed = { answer: 'signed', at, url: null, words };

/** The request that marks messages as read gets a fixed answer, so that the demo's messages stay unread. */
const withContact = (holder: object | null, signature: object = signed) => [
  answer('applicants/*/messages/read/', { success: true, message: '' }),
  answer('applicants/*/messages/', { agent: holder, results }),
  change('**/api/v1/applicants/*/visits/', (visits: object) => ({ ...visits, calls })),
  changeVerification(() => ({ signature })),
];

const verification = (name: string, signature: object) =>
  screen(name, '/verification?decision=positive', [
    ...withContact(null, signature),
    dialogBy(/^View/),
    (page) => page.getByText('No agent has the task now.').scrollIntoViewIfNeeded(),
  ]);

const notSent = 'Not sent: Ravi Kumar has this task now.';

export const contactScreens: Screen[] = [
  screen('applicant-messages', '/applicants', [
    ...withContact({ ...agent, last_seen: at, to_send: 3 }),
    dialogBy(/^View/),
    seeRole('list', { name: 'Calls' }),
    scrollTo('Messages'),
  ]),
  screen('applicant-message-not-sent', '/applicants', [
    ...withContact({ ...agent, last_seen: null, to_send: 0 }),
    dialogBy(/^View/),
    fill(/^Message to/, 'Which floor is it?'),
    (page) =>
      answer('applicants/*/messages/', { message: notSent, code: 'not_their_task' }, 409)(page),
    click('Send message'),
    see(notSent),
  ]),
  screen('applicants-unread', '/applicants', [
    change('**/api/v1/applicants/?*', (list: { results: object[] }) => ({
      ...list,
      results: list.results.map((row) => ({ ...row, unread_since: at })),
    })),
    see('Unread message'),
  ]),
  verification('verification-signed', signed),
  verification('verification-not-signed', { ...signed, answer: 'declined' }),
  screen('review-contact', '/review', [
    ...withContact(null),
    see('The picture has not arrived yet'),
    (page) => page.getByText('Third floor, no lift.').scrollIntoViewIfNeeded(),
  ]),
];
