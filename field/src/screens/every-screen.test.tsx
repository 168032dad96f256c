import { expect, test } from 'vitest';
import { expectNoBarrier } from '../testing/barriers.tsx';
import { screenStates } from '../testing/screen-states.ts';

/** The states that the quick tests check. The long tests check all states of all screens. */
const names = `
  sign-in ready unlock forgot closed-account today task-sent-back give-back call-appointment kept queue
  sent-visit me change-pin door where-fair found photos-some skip-why camera photo again question-choice
  question-wrong neighbours result summary
`.match(/\S+/g);
const states = screenStates.filter(({ name }) => names?.includes(name));

test('has a state for each name', () => {
  expect(states.map(({ name }) => name)).toHaveLength(names?.length ?? 0);
});

test.each(states)(
  '$name has no accessibility violation, in either theme and with text twice as large',
  (state) => expectNoBarrier(state),
);
