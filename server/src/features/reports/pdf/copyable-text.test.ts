import { expect, test } from 'vitest';
import { readContent, readText, writeContent } from './content-stream.ts';
import { makeCopyable } from './copyable-text.ts';

test('a PDF of another writer is rejected', () => {
  expect(() => makeCopyable(Buffer.from('%PDF-1.4\nnothing'))).toThrow();
});

test('content is split into operations and written back', () => {
  const content = 'q\n/Span<</ActualText<FEFF0915>>>BDC\n[480(a\\)(b)) <0001>] TJ\nEMC -1.5 0 Td';
  const operations = readContent(content);
  expect(operations.map(({ operator }) => operator)).toEqual(['q', 'BDC', 'TJ', 'EMC', 'Td']);
  expect(operations[2]?.operands).toEqual(['[', '480', '(a\\)(b))', '<0001>', ']']);
  expect(readContent(writeContent(operations))).toEqual(operations);
});

test.each([
  ['<FEFF09150941>', 'कु'],
  ['(\\376\\377\\t\\025\\011A)', 'कु'],
  ['(a\\(b\\)\\\\)', 'a(b)\\'],
])('the string %s reads as %s', (string, text) => expect(readText(string)).toBe(text));
