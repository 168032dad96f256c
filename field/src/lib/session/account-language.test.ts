import type { Language } from '@doorstep/contract/languages';
import { answer, noConnection } from '@doorstep/contract/testing/backend';
import { changeLanguage, taskChanges } from '@doorstep/contract/visits/phone';
import { beforeEach, expect, test } from 'vitest';
import { officeHas } from '../../testing/office.ts';
import { emptyPhone, nextSignIn, phoneAtWork, pin } from '../../testing/phone.ts';
import { readLanguage } from '../../words/language.ts';
import { fetchTasks } from '../tasks/fetch-tasks.ts';
import { chooseLanguage } from './account-language.ts';
import { beginWork } from './sign-in.ts';

/**
 * Simulates a server that has stored `language` for the account. Returns the list of the language choices
 * that the server receives.
 */
function officeSpeaks(language: Language | null) {
  const received: { language: string; chosen_at: string }[] = [];
  let own = language;
  officeHas([]);
  answer(changeLanguage, ({ body }) => {
    received.push(body as (typeof received)[number]);
    own = (body as { language: Language }).language;
    return { language: own };
  });
  answer(taskChanges, () => ({ tasks: [], gone: [], server_time: '', language: own }));
  return received;
}

beforeEach(phoneAtWork);

// Covers: field-app-36
test('changes the language immediately, and sends it once there is a network', async () => {
  const received = officeSpeaks('hi');
  answer(changeLanguage, noConnection());
  await chooseLanguage('ta');
  expect(readLanguage()).toBe('ta');
  await fetchTasks().catch(() => {});
  expect(readLanguage()).toBe('ta');
  const late = officeSpeaks('hi');
  await fetchTasks();
  await fetchTasks();
  expect(received).toEqual([]);
  expect(late).toEqual([{ language: 'ta', chosen_at: expect.stringMatching(/^20/) }]);
  expect(readLanguage()).toBe('ta');
});

// Covers: field-app-36
test('shows what was chosen on another phone', async () => {
  officeSpeaks('bn');
  await fetchTasks();
  expect(readLanguage()).toBe('bn');
});

// Covers: field-app-36
test('a new phone shows the account’s language, or makes the one chosen before the sign-in the account’s', async () => {
  await emptyPhone();
  await chooseLanguage('te');
  await beginWork({ ...nextSignIn, language: 'mr' }, pin);
  expect(readLanguage()).toBe('mr');
  await emptyPhone();
  await chooseLanguage('te');
  await beginWork(nextSignIn, pin);
  const received = officeSpeaks(null);
  await fetchTasks();
  expect(received.map(({ language }) => language)).toEqual(['te']);
  expect(readLanguage()).toBe('te');
});
