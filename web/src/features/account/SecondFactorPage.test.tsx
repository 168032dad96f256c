import { listApplicants } from '@doorstep/contract/applicants';
import { logout } from '@doorstep/contract/auth';
import {
  confirmEnrolment,
  readSecondFactor,
  startEnrolment,
  turnOffSecondFactor,
} from '@doorstep/contract/auth/second-factor';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { recordBodies } from '../../testing/answers.ts';
import { expectShownBy } from '../../testing/page/expect-shown-by.ts';
import { expectTexts } from '../../testing/page/expect-texts.ts';
import { logOut } from '../../testing/page/log-in.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../testing/render-app.tsx';

const off = {
  ...{ success: true as const, is_on: false, on_since: null as string | null },
  ...{ recovery_codes_left: 0, is_required: false },
};
const on = { ...off, is_on: true, on_since: '2026-03-05T05:00:00.000Z', recovery_codes_left: 10 };
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = ['aaaa-bbbb-cccc-2222', 'dddd-eeee-ffff-3333'];
const withCodes = { success: true as const, message: 'on', recovery_codes: codes };
const password = page.getByLabelText('Your password', { exact: true });
const codeList = page.getByRole('list', { name: 'Recovery codes' });

function backend(first: typeof off) {
  const now = { standing: first };
  const start = {
    success: true as const,
    secret,
    uri: `otpauth://totp/Doorstep:a?secret=${secret}`,
  };
  answer(readSecondFactor, () => now.standing);
  const started = recordBodies(startEnrolment, start);
  answer(confirmEnrolment, () => {
    now.standing = { ...on, is_required: first.is_required };
    return withCodes;
  });
  return { now, started };
}

async function setUp() {
  await password.fill('Doorstep-demo-1');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabelText('Six-digit code').fill('123456');
  await page.getByRole('button', { name: 'Turn on' }).click();
}

const turnOff = page.getByRole('dialog').getByRole('button', { name: 'Turn off' });

async function fillTurnOff() {
  await page.getByRole('button', { name: 'Turn off...' }).click();
  await password.fill('Doorstep-demo-1');
  await page.getByLabelText('Code').fill('123456');
}

test('sets up with password, QR code and key, first code, recovery codes', async () => {
  const { now, started } = backend(off);
  answer(confirmEnrolment, ({ body }) => {
    if ((body as { code: string }).code !== '123456') {
      return failure(400, { errors: { code: ['This code is wrong or was already used.'] } });
    }
    now.standing = on;
    return withCodes;
  });
  const { screen, address } = await renderApp('/home');
  await screen.getByRole('button', { name: /Profile of/ }).click();
  await screen.getByRole('link', { name: 'Two-step sign-in' }).click();
  await expect.poll(address).toBe('/account/second-factor');
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
  await password.fill('Doorstep-demo-1');
  await pressAndSee('Set up', screen.getByRole('img', { name: /QR code/ }));
  const key = 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP';
  await expect.element(screen.getByText(key)).toBeVisible();
  await expect.poll(() => started).toEqual([{ password: 'Doorstep-demo-1' }]);

  const code = screen.getByLabelText('Six-digit code');
  await code.fill('000000');
  await screen.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(code).toHaveAccessibleDescription('This code is wrong or was already used.');
  await code.fill('123456');
  await screen.getByRole('button', { name: 'Turn on' }).click();
  await expectTexts(codeList.getByRole('listitem'), codes);
  await expect.element(screen.getByRole('button', { name: 'Download' })).toBeVisible();
  await pressAndSee('I have saved them', screen.getByText(/10 recovery codes left/));
  await expect.element(codeList).not.toBeInTheDocument();
});

test('shows a wrong password under its field, and a rate limit above', async () => {
  backend(off);
  answer(startEnrolment, failure(400, { errors: { password: ['This password is wrong.'] } }));
  const { screen } = await renderApp('/account/second-factor');
  await password.fill('nonsense');
  await screen.getByRole('button', { name: 'Set up' }).click();
  await expect.element(password).toHaveAccessibleDescription('This password is wrong.');
  await expect.element(password).toHaveFocus();
  answer(startEnrolment, failure(429, { message: 'Too many attempts.' }));
  await screen.getByRole('button', { name: 'Set up' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Too many attempts.');
  await expect.element(password).toHaveValue('nonsense');
});

test('asks for password and code to turn it off, in a dialog with an address', async () => {
  const { now } = backend({ ...on, recovery_codes_left: 2 });
  let sent: unknown;
  answer(turnOffSecondFactor, ({ body }) => {
    sent = body;
    now.standing = off;
    return { success: true, message: 'off' };
  });
  const { screen, address } = await renderApp('/account/second-factor');
  await expect.element(screen.getByText(/^Few recovery codes are left/)).toBeVisible();
  await fillTurnOff();
  await expect.poll(address).toBe('/account/second-factor?off=true');
  await expectShownBy(
    submitAndHold(screen.getByRole('dialog'), 'Turn off', turnOffSecondFactor),
    screen.getByText('Two-step sign-in is off'),
  );
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
  await expect.poll(address).toBe('/account/second-factor');
  await expect.poll(() => sent).toEqual({ password: 'Doorstep-demo-1', code: '123456' });
});

test('ignores an answer that comes after the page was left', async () => {
  backend(on);
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(turnOffSecondFactor, () => promise);
  const { screen, router, address } = await renderApp('/account/second-factor');
  await fillTurnOff();
  await pressAndSee(turnOff, screen.getByRole('button', { name: 'Turning off...' }));
  router.history.back();
  await router.navigate({ to: '/home' });
  resolve(Response.json({ success: true, message: 'off' }));
  await expect.element(screen.getByText('Two-step sign-in is off')).toBeVisible();
  await screen.getByRole('button', { name: /^Profile of/ }).click();
  await expect.poll(address).toBe('/home');
});

test('stays on the page until the recovery codes have come', async () => {
  const { now } = backend(off);
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(confirmEnrolment, async () => {
    await promise;
    now.standing = on;
    return withCodes;
  });
  const { screen, router, address } = await renderApp('/account/second-factor');
  await setUp();
  await expect.element(screen.getByRole('button', { name: 'Turning on...' })).toBeVisible();
  void router.navigate({ to: '/home' });
  resolve();
  await expect.element(codeList).toBeVisible();
  await expect.poll(address).toBe('/account/second-factor');
});

test('leads here while it is required, and continues afterwards', async () => {
  backend({ ...off, is_required: true });
  answer(listApplicants, failure(403, { code: 'second_factor_enrolment_required' }));
  const { screen, address } = await renderApp('/applicants');
  await expect.poll(address).toBe('/account/second-factor');
  await expect.element(screen.getByText(/is required here\. Set it up to continue/)).toBeVisible();
  await expect.poll(() => localStorage.getItem('user')).not.toBeNull();
  await setUp();
  await screen.getByRole('button', { name: 'I have saved them' }).click();
  await expect.poll(address).toBe('/home');
});

test('offers Retry after a failure, and names a server without it', async () => {
  answer(readSecondFactor, failure(500, { message: 'The server had an unexpected error.' }));
  const { screen } = await renderApp('/account/second-factor');
  await expect.element(screen.getByText('The server had an unexpected error.')).toBeVisible();
  answer(readSecondFactor, bareFailure(404));
  await pressAndSee('Retry', screen.getByText('Not available'));
});

test('asks before leaving the recovery codes', async () => {
  backend(off);
  const { screen, address } = await renderApp('/account/second-factor');
  await setUp();
  await expect.element(codeList).toBeVisible();
  const home = screen.getByRole('link', { name: 'Doorstep, home' });
  const question = screen.getByText('Leave without the recovery codes? They are not shown again.');
  await pressAndSee(home, question);
  await screen.getByRole('button', { name: 'Stay' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(codeList).toBeVisible();
  await home.click();
  await screen.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(address).toBe('/home');
});

test('leaves the recovery codes when the session ends', async () => {
  backend(off);
  answer(logout, { success: true, message: 'Bye.' });
  const { screen, address } = await renderApp('/account/second-factor');
  await setUp();
  await expect.element(codeList).toBeVisible();
  await logOut(screen);
  await expect.poll(address).toMatch(/^\/login/);
});

test('says how to get new recovery codes when the answer with them was lost', async () => {
  const { now } = backend(off);
  answer(confirmEnrolment, () => {
    now.standing = on;
    return noConnection();
  });
  const { screen } = await renderApp('/account/second-factor');
  await setUp();
  const words = screen.getByText(/^The server’s answer with your recovery codes was lost/);
  await expect.element(words).toBeVisible();
  await expect.element(screen.getByText('On', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Turn off...' })).toBeVisible();
});
