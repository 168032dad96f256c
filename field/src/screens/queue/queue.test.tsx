import { afterEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { endSignIn } from '../../lib/session/account-record.ts';
import { openPhone, queueVisit } from '../../testing/day.ts';
import { chooseLanguage } from '../../words/language.ts';

afterEach(() => history.replaceState(null, '', '/'));

test('a visit that can not be sent before the password is given says so, and where to give it', async () => {
  await openPhone();
  await queueVisit('Kiran Bhosale');
  history.replaceState(null, '', '/field/queue');
  const screen = await render(<App />);
  const visit = screen.getByRole('listitem').filter({ hasText: 'Kiran Bhosale' });
  await expect.element(visit.getByText(/^Next/)).toBeVisible();
  await endSignIn();
  await expect.element(visit.getByText(/^Waits for your password/)).toBeVisible();
  await screen.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Sign in again' })).toHaveFocus();
});

test('why the office refused a visit is said in the language of the agent', async () => {
  await openPhone();
  await queueVisit('Kiran Bhosale', { state: 'refused', refusal: 'bad_signature' });
  await queueVisit('Meera Joshi', { state: 'refused', refusal: 'not_found' });
  history.replaceState(null, '', '/field/queue');
  const screen = await render(<App />);
  await expect
    .element(screen.getByText(/^The office can't tell that it comes from this phone\. Nothing/))
    .toBeVisible();
  await expect
    .element(screen.getByText(/^The office could not take it \(not_found\)\. Nothing/))
    .toBeVisible();
  await chooseLanguage('hi');
  onTestFinished(() => chooseLanguage('en'));
  await expect.element(screen.getByText(/^ऑफ़िस नहीं पहचान पाया/)).toBeVisible();
});
