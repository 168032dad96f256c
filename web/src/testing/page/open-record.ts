import { answer } from '@doorstep/contract/testing/backend';
import {
  getVerification,
  listVerifications,
  type Verification,
} from '@doorstep/contract/verifications';
import { expect } from 'vitest';
import { listOf } from '../answers.ts';
import { renderApp } from '../render-app.tsx';
import { verificationOf, verificationRow } from '../verifications.ts';

/**
 * The fields of the record. If the record changes during the test, `Shown` is a function that answers each
 * request for the record.
 */
type Shown = Partial<Verification> | (() => Verification | Response);

function answerRecord(shown: Shown, rows: ReturnType<typeof verificationRow>[]) {
  answer(listVerifications, listOf(rows));
  answer(getVerification, typeof shown === 'function' ? shown : verificationOf(shown));
}

/** Opens the record of verification 501 over a list of these rows. */
export async function openRecord(shown: Shown = {}, rows = [verificationRow()]) {
  answerRecord(shown, rows);
  const app = await renderApp('/verification?view=501');
  const dialog = app.screen.getByRole('dialog', { name: 'Verification' });
  await expect.element(dialog.getByText('Verification Details')).toBeVisible();
  return { ...app, dialog };
}

/** Opens the report form of verification 501. */
export async function openForm(shown: Shown = {}) {
  answerRecord(shown, [verificationRow()]);
  const app = await renderApp('/verification?form=501');
  const dialog = app.screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  return {
    ...app,
    dialog,
    field: (label: string) => dialog.getByLabelText(label, { exact: true }),
    save: () => dialog.getByRole('button', { name: 'Save & Download' }).click(),
  };
}
