import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportFileName } from './file-name.ts';

// Covers: report-form-18
test.each([
  ['Asha Rao', 'residence', 'Asha_Rao_residence.pdf'],
  ['  रमेश कुमार ', 'residence', 'रमेश_कुमार_residence.pdf'],
  ["D'Souza & Sons (Pvt.)", 'office', 'D_Souza___Sons__Pvt.__office.pdf'],
  ['a-b_c.9', 'office', 'a_b_c.9_office.pdf'],
  ['../../etc/passwd', 'residence', '.._.._etc_passwd_residence.pdf'],
  ['   ', 'residence', 'applicant_residence.pdf'],
  [null, 'office', 'applicant_office.pdf'],
] as const)('the report on %j, %s, is saved as %s', (name, template, file) => {
  expect(reportFileName(name, template)).toBe(file);
});

test('an applicant’s name can neither leave the folder nor add a header', () => {
  const names = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(names, fc.constantFrom('residence', 'office'), (name, template) => {
      const file = reportFileName(name, template);
      expect(file).toMatch(/^[\p{L}\p{M}\p{N}_.]+$/u);
      expect(file.endsWith(`_${template}.pdf`)).toBe(true);
      expect(reportFileName(file.slice(0, -`_${template}.pdf`.length), template)).toBe(file);
    }),
  );
});
