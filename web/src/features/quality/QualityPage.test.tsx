import { type Calibration, calibrationOf, ownCalibration } from '@doorstep/contract/calibration';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { listAdmins, listUsers } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { admin, renderApp } from '../../testing/render-app.tsx';

const nothing = { cases: 0, share: null };
const none = {
  agreement: { cases: 0, kappa: null, low: null, high: null },
  ...{ sent_back: nothing, dismissed: nothing, callbacks: nothing },
  time: { cases: 0, seconds: null },
};
const months: Calibration['months'] = [
  { month: '2026-02', ...none },
  {
    month: '2026-03',
    agreement: { cases: 64, kappa: 0.714, low: 0.5, high: 0.88 },
    ...{ sent_back: { cases: 640, share: 0.04 }, dismissed: { cases: 12, share: null } },
    ...{ callbacks: { cases: 30, share: 0.9 }, time: { cases: 600, seconds: 75 } },
  },
];
const calibration = (id: number, name: string, is_admin: boolean): Calibration => ({
  ...{ user: { id, name, is_admin }, months },
  ...(months[1] ?? none),
});

// Covers: calibration-4
test('a reviewer sees the own figures, with their cases and what stands on too few', async () => {
  answer(ownCalibration, calibration(2, 'Arjun Mehta', true));
  const { screen } = await renderApp('/quality', admin);
  await expect.element(screen.getByRole('heading', { name: 'Your quality' })).toBeVisible();
  await expect.element(screen.getByText('0.71 (0.50 to 0.88)').first()).toBeVisible();
  const basis = 'with the other reviewer in random second looks, 64 cases';
  await expect.element(screen.getByText(basis)).toBeVisible();
  await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument();
  await pressAndSee(
    screen.getByText('Show as a table'),
    screen.getByRole('row', {
      name: 'Mar 2026 0.71 (0.50 to 0.88) of 64 4 % of 640 too few of 12 90 % of 30 1 min 15 s of 600',
    }),
  );
  await expect.element(screen.getByRole('row', { name: 'Feb 2026 - - - - -' })).toBeVisible();
});

test('an address that names another person shows reviewers their own figures', async () => {
  answer(ownCalibration, calibration(2, 'Arjun Mehta', true));
  const { screen } = await renderApp('/quality?person=7', admin);
  await expect.element(screen.getByRole('heading', { name: 'Your quality' })).toBeVisible();
  await expect.element(screen.getByText('0.71 (0.50 to 0.88)').first()).toBeVisible();
});

test('a super admin chooses a person, by name', async () => {
  answer(ownCalibration, calibration(1, 'Nandini Kulkarni', true));
  answer(calibrationOf, calibration(7, 'Ravi Kumar', false));
  const person = { email: '', is_active: true, created_at: '2026-01-01T00:00:00.000Z' };
  const ravi = { ...person, id: 7, name: 'Ravi Kumar', phone_number: '9820000007' };
  answer(listUsers, { users: [{ ...ravi, is_admin: false, is_superadmin: false }] } as never);
  answer(listAdmins, { users: [] } as never);
  const { screen, address } = await renderApp('/quality');
  await screen.getByRole('combobox', { name: 'Person' }).selectOptions('Ravi Kumar (9820000007)');
  await expect.poll(address).toBe('/quality?person=7');
  await expect.element(screen.getByText('of the visits, 640 cases')).toBeVisible();
  answer(calibrationOf, () => bareFailure(404));
  const other = await renderApp('/quality?person=8');
  await expect.element(other.screen.getByText('No figures.')).toBeVisible();
});
