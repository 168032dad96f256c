import { expect, test } from 'vitest';
import { expectNoBarrier } from '../testing/barriers.tsx';
import { screenStates } from '../testing/screen-states.ts';

/** One state of each screen; the long rounds go through all of them. */
const names = [
  ...['sign-in', 'ready', 'unlock', 'forgot', 'today', 'task-sent-back', 'give-back', 'where-fair'],
  ...['found', 'photos-some', 'skip-why', 'camera', 'photo', 'again', 'question-choice'],
  ...[
    'question-wrong',
    'neighbours',
    'result',
    'summary',
    'door',
    'kept',
    'queue',
    'sent-visit',
    'me',
    'closed-account',
    'change-pin',
  ],
];
const states = screenStates.filter(({ name }) => names.includes(name));

test('each of them is a state', () => {
  expect(states.map(({ name }) => name)).toHaveLength(names.length);
});

test.each(states)('$name has no barrier, in either theme and at twice the size of text', (state) =>
  expectNoBarrier(state),
);
