import { bodyOf, reportLimits } from '@doorstep/contract/reports/body';
import {
  type Field,
  maxLengthOf,
  type ReportForm,
  textFields,
} from '@doorstep/contract/reports/definition';
import { officeForm } from '@doorstep/contract/reports/office';
import { residenceForm } from '@doorstep/contract/reports/residence';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { reportDocument, reportPhoto } from '../../../testing/reports/report-document.ts';
import { startReportRenderer } from './report-renderer.ts';

const renderer = startReportRenderer({ processes: 1, deadline: 30_000, longestWait: 30_000 });
afterAll(() => renderer.close());

/** Returns a text with the maximum number of printed lines, filled up with wide letters. */
const broken = (most: number) => 'i\n'.repeat(Math.max(1, most / 100)).padEnd(most, 'W');
const wide = (most: number) => 'W'.repeat(most);

/** Fills each field of a form to its maximum length, until the form has its maximum total length. */
function fill(form: ReturnType<typeof residenceForm>, textOf: (most: number) => string) {
  let left: number = reportLimits.totalLength - form.template.length;
  const take = (most: number) => {
    const text = textOf(most).slice(0, left);
    left -= text.length;
    return text;
  };
  const others = Array.from({ length: reportLimits.otherFields }, (_, index) => [
    `${index}`.padEnd(reportLimits.otherNameLength, 'W'),
    take(200),
  ]);
  const fields = textFields(form).map((field) => [field.name, take(maxLengthOf(field))]);
  return { ...Object.fromEntries([...others, ...fields]), template_type: form.template };
}

const fillOne =
  (kind: Field['kind']) =>
  (form: ReportForm, textOf: (most: number) => string): Record<string, string> => {
    const { name = '' } = textFields(form).find((field) => field.kind === kind) ?? {};
    return { [name]: textOf(reportLimits.fieldLength), template_type: form.template };
  };

// Covers: report-form-12
test.each([
  [residenceForm('Doorstep'), wide, fill],
  [officeForm('Doorstep'), wide, fill],
  [residenceForm('Doorstep'), broken, fill],
  [officeForm('Doorstep'), broken, fill],
  [residenceForm('Doorstep'), wide, fillOne('text')],
  [residenceForm('Doorstep'), broken, fillOne('text')],
  [residenceForm('Doorstep'), wide, fillOne('select')],
  [residenceForm('Doorstep'), wide, fillOne('date')],
  [residenceForm('Doorstep'), broken, fillOne('long')],
])('the longest $template report has at most 30 pages', async (form, textOf, fillForm) => {
  const values = z.parse(bodyOf(form), fillForm(form, textOf));
  const photos = await Promise.all(
    Array.from({ length: 12 }, () => reportPhoto({ width: 750, height: 800 })),
  );
  const { pages } = await renderer.render(reportDocument({ form, values, photos }));
  expect(pages).toBeGreaterThan(5);
  expect(pages).toBeLessThanOrEqual(30);
});
