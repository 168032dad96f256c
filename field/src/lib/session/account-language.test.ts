import type { Language } from '@doorstep/contract/languages';
import { answer, noConnection } from '@doorstep/contract/testing/backend';
import {
  changeLanguage,
  registerDevice,
  serverKey,
  taskChanges,
} from '@doorstep/contract/visits/phone';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { agent, emptyPhone, phoneAtWork, pin } from '../../testing/phone.ts';
import { readLanguage, showLanguage } from '../../words/language.ts';
import { fetchTasks } from '../tasks/fetch-tasks.ts';
import { chooseLanguage } from './account-language.ts';
import { beginWork } from './sign-in.ts';

const tokens = { access_token: 'access-1', refresh_token: 'refresh-1' };
const signedIn = (language: Language | null) => ({
  ...{ user: agent, tokens, sendToken: 'send-1', isOther: false, language },
});

/**
 * Simulates the server, on which the account has this language or none. Returns the list of the choices that the
 * server receives.
 */
function officeHas(language: Language | null) {
  const received: { language: string; chosen_at: string }[] = [];
  let own = language;
  answer(registerDevice, { success: true, message: '' });
  answer(serverKey, { recipient: 'age1new' });
  answer(changeLanguage, ({ body }) => {
    received.push(body as (typeof received)[number]);
    own = (body as { language: Language }).language;
    return { language: own };
  });
  answer(taskChanges, () => ({ tasks: [], gone: [], server_time: '', language: own }));
  return received;
}

beforeEach(() => {
  onTestFinished(() => showLanguage('en'));
});

// Covers: field-app-36
test('changes the language immediately, and sends it once there is a network', async () => {
  await phoneAtWork();
  const received = officeHas('hi');
  answer(changeLanguage, noConnection());
  await chooseLanguage('ta');
  expect(readLanguage()).toBe('ta');
  await fetchTasks().catch(() => {});
  expect(readLanguage()).toBe('ta');
  const late = officeHas('hi');
  await fetchTasks();
  await fetchTasks();
  expect(received).toEqual([]);
  expect(late).toEqual([{ language: 'ta', chosen_at: expect.stringMatching(/^20/) }]);
  expect(readLanguage()).toBe('ta');
});

// Covers: field-app-36
test('shows what was chosen on another phone', async () => {
  await phoneAtWork();
  officeHas('bn');
  await fetchTasks();
  expect(readLanguage()).toBe('bn');
});

// Covers: field-app-36
test('a new phone shows the account’s language, or makes the one chosen before the sign-in the account’s', async () => {
  await emptyPhone();
  await chooseLanguage('te');
  await beginWork(signedIn('mr'), pin);
  expect(readLanguage()).toBe('mr');
  await emptyPhone();
  await chooseLanguage('te');
  await beginWork(signedIn(null), pin);
  const received = officeHas(null);
  await fetchTasks();
  expect(received.map(({ language }) => language)).toEqual(['te']);
  expect(readLanguage()).toBe('te');
});
