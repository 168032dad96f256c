import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextState, type ReviewAction, type ReviewState, startWith } from './review-state.ts';

const after = (...actions: ReviewAction[]) => actions.reduce(nextState, startWith(undefined));
const then = (state: ReviewState, ...actions: ReviewAction[]) => actions.reduce(nextState, state);
const acted = (id: string) => ({ id, name: id, what: 'negative' as const, at: 0 });
const offer = (...ids: string[]): ReviewAction => ({ do: 'offer', ids });
const decide = (id: string): ReviewAction => ({ do: 'leave', id, acted: acted(id) });
const fail = (id: string, reason = 'Busy.'): ReviewAction => ({
  do: 'fail',
  unsaved: {
    ...{ ...acted(id), seen: { verification_id: Number(id) }, reason },
    ...{ canRetry: true, isUnanswered: false },
  },
});
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('shows the next case immediately, and ignores a second press', () => {
  const state = after(offer('1', '2'), decide('1'), decide('1'));
  expect(state).toMatchObject({ shown: '2', upcoming: [], underWay: ['1'] });
  expect(state.acted).toHaveLength(1);
});

test('does not offer a case whose action is being sent, nor calls the desk empty', () => {
  const state = after(offer('1'), { do: 'leave', id: '1' }, offer('1'));
  expect(state).toMatchObject({ shown: undefined, isEmpty: false });
  expect(then(state, { do: 'settle', id: '1' }, offer()).isEmpty).toBe(true);
});

test('keeps the shown case when a decision fails later; the failed one comes next', () => {
  const state = after(offer('1', '2', '3'), decide('1'), fail('1'));
  expect(state).toMatchObject({ shown: '2', upcoming: ['1', '3'], underWay: [], acted: [] });
  expect(idsOf(state.unsaved)).toEqual(['1']);
  // Case 1 keeps its place, whatever the server offers.
  expect(then(state, offer('3', '4')).upcoming).toEqual(['1', '3', '4']);
  const next = then(state, decide('2'));
  expect(next).toMatchObject({ shown: '1', unsaved: [{ id: '1', reason: 'Busy.' }] });
  // After another decision, case 1 is no longer unsaved.
  expect(then(next, decide('1'))).toMatchObject({ shown: '3', unsaved: [] });
});

test('lines up two failed decisions in the order of their failures', () => {
  const state = after(
    ...[offer('1', '2', '3', '4'), decide('1'), decide('2')],
    ...[fail('1'), fail('2')],
  );
  expect(state).toMatchObject({ shown: '3', upcoming: ['1', '2', '4'] });
  expect(idsOf(state.unsaved)).toEqual(['1', '2']);
});

test('shows a failed decision’s case if no case is shown', () => {
  const state = after(offer('1'), decide('1'), fail('1'));
  expect(state).toMatchObject({ shown: '1', upcoming: [], isEmpty: false });
});

test('keeps the shown case when a decision is sent again, and names a repeated failure once', () => {
  const before = after(offer('1', '2', '3'), decide('1'), fail('1'));
  const again = then(before, { do: 'retry', acted: acted('1') });
  expect(again).toMatchObject({ shown: '2', upcoming: ['3'], underWay: ['1'], unsaved: [] });
  expect(then(again, { do: 'retry', acted: acted('1') })).toEqual(again);
  const failed = then(again, fail('1', 'Still busy.'));
  expect(failed).toMatchObject({ shown: '2', upcoming: ['1', '3'] });
  expect(failed.unsaved).toMatchObject([{ id: '1', reason: 'Still busy.' }]);
});

test('moves on when a decision is sent again from its own case', () => {
  const own = after(offer('1', '2', '3'), decide('1'), fail('1'), { do: 'leave', id: '2' });
  expect(own.shown).toBe('1');
  expect(then(own, { do: 'retry', acted: acted('1') })).toMatchObject({ shown: '3', unsaved: [] });
});

test('shows the case of an undo on the key press, not on the answer', () => {
  const state = after(offer('1', '2', '3'), decide('1'), { do: 'undo', acted: acted('1') });
  expect(state).toMatchObject({
    shown: '1',
    upcoming: ['2', '3'],
    acted: [],
    undoing: { id: '1' },
  });
  expect(then(state, { do: 'undone', acted: acted('1') })).toMatchObject({
    ...{ shown: '1', undoing: undefined, notUndone: undefined },
  });
});

test('keeps the case of a failed undo with the reason, and allows a retry', () => {
  const failure = { text: 'Too late.', isUnanswered: false };
  const state = after(
    ...[offer('1', '2'), decide('1'), { do: 'undo', acted: acted('1') } as const],
    { do: 'undone', acted: acted('1'), failure },
  );
  expect(state).toMatchObject({ shown: '1', notUndone: { id: '1', text: 'Too late.' } });
  expect(idsOf(state.acted)).toEqual(['1']);
  expect(then(state, { do: 'undo', acted: acted('1') }).notUndone).toBeUndefined();
  expect(then(state, { do: 'leave', id: '1' })).toMatchObject({ shown: '2', notUndone: undefined });
});

test('does not name a failed decision that is being undone, because nothing must be saved', () => {
  const state = after(
    ...[offer('1', '2'), decide('1'), { do: 'undo', acted: acted('1') } as const],
    ...[fail('1'), { do: 'undone', acted: acted('1') } as const],
  );
  expect(state).toMatchObject({ shown: '1', unsaved: [], underWay: [] });
});

test('never replaces the shown case by an answer, and loses no unsaved decision', () => {
  const id = fc.constantFrom('1', '2', '3', '4');
  const answer = fc.oneof(
    fc.subarray(['1', '2', '3', '4']).map((ids) => offer(...ids)),
    id.map((one): ReviewAction => ({ do: 'settle', id: one })),
    id.map((one) => fail(one)),
    id.map((one): ReviewAction => ({ do: 'undone', acted: acted(one) })),
  );
  const key = fc.oneof(
    id.map(decide),
    id.map((one): ReviewAction => ({ do: 'retry', acted: acted(one) })),
    id.map((one): ReviewAction => ({ do: 'undo', acted: acted(one) })),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(key, answer)), answer, (before, last) => {
      const state = after(...before);
      const next = nextState(state, last);
      if (state.shown !== undefined) expect(next.shown).toBe(state.shown);
      const inSight = [next.shown, ...next.upcoming, ...next.underWay];
      expect(inSight).toEqual(expect.arrayContaining(idsOf(next.unsaved)));
    }),
  );
});
