import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applicantOf } from '../../testing/applicants.ts';
import { dropAssigned } from './drop-assigned.ts';

const agent = { id: 1, name: 'A', email: '', phone_number: '', is_admin: false };
const pagesOf = (marks: boolean[]) => {
  const rows = marks.map((isAssigned, id) =>
    applicantOf({ id, assigned_agent: isAssigned ? agent : null }),
  );
  return (page: number) => ({
    rows: rows.slice((page - 1) * 10, page * 10),
    count: rows.length,
  });
};

test('shows every unassigned row on one page only, if the whole list is loaded', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (marks) => {
      const pageOf = pagesOf(marks);
      const loaded = new Map([1, 2, 3].map((page) => [page, pageOf(page)]));
      const shown = [1, 2, 3].map((page) => dropAssigned(loaded, page));
      const free = marks.flatMap((isAssigned, id) => (isAssigned ? [] : [id]));
      expect(shown.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(free);
      for (const { count, total } of shown) {
        expect(count).toBe(free.length);
        expect(total).toBe(free.length);
      }
    }),
  );
});

test('shows the rest of its own rows on each page, if more pages exist than are loaded', () => {
  const pageOf = pagesOf(Array.from({ length: 45 }, (_, index) => index % 2 === 0));
  const loaded = new Map([1, 2, 3, 5].map((page) => [page, pageOf(page)]));
  const shown = dropAssigned(loaded, 5);
  expect(shown.rows.map(({ id }) => id)).toEqual([41, 43]);
  expect(shown).toMatchObject({ count: 45, total: 27 });
});
