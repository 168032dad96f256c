import type { Message } from '@doorstep/contract/messages';
import type { AgentCall } from '@doorstep/contract/visits/calls';
import type { Page } from '@playwright/test';
import { dialogBy, type Screen } from '../screen.ts';

const at = '2026-03-05T09:10:00.000Z';
const agent = { id: 7, name: 'Lakshminarayanan Venkatasubramanian' };

const messageOf = (nth: number, more: Partial<Message>): Message => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${nth}`, is_from_office: false, is_read: true },
  ...{ by: agent.name, agent: agent.name, agent_id: agent.id, sent_at: at, received_at: at },
  text: 'The back gate is open until five.',
  ...more,
});
const fromOffice = { is_from_office: true, by: 'Arjun Mehta', text: 'Which gate is it?' };
const results = [
  messageOf(1, fromOffice),
  messageOf(2, { received_at: '2026-03-05T11:40:00.000Z' }),
  messageOf(3, { late: { given_to: 'Ravi Kumar' } }),
  messageOf(4, { late: { given_to: null }, text: 'Bahar se band hai. '.repeat(25).trim() }),
  messageOf(5, { ...fromOffice, is_read: false }),
  messageOf(6, { is_read: false, text: 'Third floor, no lift.' }),
];

const call = (nth: number, more: Partial<AgentCall>): AgentCall => ({
  ...{ id: `00000000-0000-4000-8000-00000000001${nth}`, at, by: agent.name },
  ...{ result: 'not_reachable', appointment_at: null, assignment_version: 1, ...more },
});
const calls = [
  call(1, { result: 'appointment', appointment_at: '2026-03-06T11:30:00.000Z' }),
  call(2, { result: 'reached' }),
  call(3, { result: 'switched_off' }),
  call(4, {}),
];

const words = 'I was visited today by Sunita Patil of Doorstep. I agree that my signature is kept.';
const signed = { answer: 'signed', at, url: null, words };

/** The demo's own messages stay unread, because `read` gets a fixed answer. */
async function withContact(page: Page, holder: object | null, signature: object = signed) {
  await page.route('**/api/v1/applicants/*/messages/read/', (route) =>
    route.fulfill({ json: { success: true, message: '' } }),
  );
  await page.route('**/api/v1/applicants/*/messages/', (route) =>
    route.fulfill({ json: { agent: holder, results } }),
  );
  await page.route('**/api/v1/applicants/*/visits/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), calls } });
  });
  await page.route(/verification_tasks\/\d+$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), signature } });
  });
}

const verification = (name: string, signature: object): Screen => ({
  name,
  path: '/verification?decision=positive',
  open: async (page) => {
    await withContact(page, null, signature);
    await dialogBy(/^View/)(page);
    await page.getByText('No agent has the task now.').scrollIntoViewIfNeeded();
  },
});

export const contactScreens: Screen[] = [
  {
    name: 'applicant-messages',
    path: '/applicants',
    open: async (page) => {
      await withContact(page, { ...agent, last_seen: at, to_send: 3 });
      await dialogBy(/^View/)(page);
      await page.getByRole('list', { name: 'Calls' }).waitFor();
      await page.getByRole('heading', { name: 'Messages' }).evaluate((one) => one.scrollIntoView());
    },
  },
  {
    name: 'applicant-message-not-sent',
    path: '/applicants',
    open: async (page) => {
      await withContact(page, { ...agent, last_seen: null, to_send: 0 });
      await dialogBy(/^View/)(page);
      const message = 'Not sent: Ravi Kumar has this task now.';
      const json = { success: false, message, code: 'not_their_task' };
      await page.route('**/api/v1/applicants/*/messages/', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 409, json })
          : route.fallback(),
      );
      await page.getByLabel(/^Message to/).fill('Which floor is it?');
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByText(message).waitFor();
    },
  },
  {
    name: 'applicants-unread',
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/applicants/?*', async (route) => {
        const answer = await route.fetch();
        const list = await answer.json();
        const rows = list.results.map((row: object) => ({ ...row, unread_since: at }));
        await route.fulfill({ json: { ...list, results: rows } });
      });
      await page.goto('/applicants');
      await page.getByText('Unread message').first().waitFor();
    },
  },
  verification('verification-signed', signed),
  verification('verification-not-signed', { ...signed, answer: 'declined' }),
  {
    name: 'review-contact',
    path: '/home',
    open: async (page) => {
      await withContact(page, null);
      await page.goto('/review');
      await page.getByText('The picture has not arrived yet').waitFor();
      await page.getByText('Third floor, no lift.').scrollIntoViewIfNeeded();
    },
  },
];
