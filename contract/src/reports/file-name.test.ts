import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportFileName } from './file-name.ts';

test.each([
  ['Ramesh Kumar', 'Ramesh_Kumar_residence.pdf'],
  ['  रमेश कुमार ', 'रमेश_कुमार_residence.pdf'],
  ["D'Souza & Sons", 'D_Souza___Sons_residence.pdf'],
  ['../../etc/passwd', '.._.._etc_passwd_residence.pdf'],
  ['   ', 'applicant_residence.pdf'],
  [null, 'applicant_residence.pdf'],
])('%j is saved as %s', (name, file) => {
  expect(reportFileName(name, 'residence')).toBe(file);
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
