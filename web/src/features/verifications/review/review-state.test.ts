import { expect, test } from 'vitest';
import { nextState, type ReviewAction, startWith } from './review-state.ts';

const after = (...actions: ReviewAction[]) => actions.reduce(nextState, startWith(undefined));
const acted = (id: string) => ({ id, name: id, what: 'positive' as const, at: 0 });

test('the next case is on the screen at once, and a second press finds its case gone', () => {
  const state = after(
    { do: 'offer', ids: ['1', '2'] },
    { do: 'leave', id: '1', acted: acted('1') },
    { do: 'leave', id: '1', acted: acted('1') },
  );
  expect(state).toMatchObject({ shown: '2', upcoming: [], underWay: ['1'] });
  expect(state.acted).toHaveLength(1);
});

test('what is under way is not offered again, and nothing is empty while it is', () => {
  const state = after(
    { do: 'offer', ids: ['1'] },
    { do: 'leave', id: '1' },
    { do: 'offer', ids: ['1'] },
  );
  expect(state).toMatchObject({ shown: undefined, isEmpty: false });
  const settled = nextState(nextState(state, { do: 'settle', id: '1' }), { do: 'offer', ids: [] });
  expect(settled.isEmpty).toBe(true);
});

test('a failed decision comes back before the case that was on the screen', () => {
  const state = after(
    { do: 'offer', ids: ['1', '2'] },
    { do: 'leave', id: '1', acted: acted('1') },
    { do: 'bring back', id: '1', failure: 'Busy.' },
  );
  expect(state).toMatchObject({
    shown: '1',
    upcoming: ['2'],
    underWay: [],
    acted: [],
    failure: { id: '1', text: 'Busy.' },
  });
});

test('one that comes back while something is open waits behind the case, and keeps its place and words', () => {
  const state = after(
    { do: 'offer', ids: ['1', '2', '3'] },
    { do: 'leave', id: '1', acted: acted('1') },
    { do: 'bring back', id: '1', failure: 'Busy.', isNext: true },
    { do: 'offer', ids: ['3', '4'] },
  );
  expect(state).toMatchObject({ shown: '2', upcoming: ['1', '3', '4'], acted: [] });
  const next = nextState(state, { do: 'leave', id: '2' });
  expect(next).toMatchObject({ shown: '1', failure: { id: '1', text: 'Busy.' } });
});
