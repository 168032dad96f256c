import { test } from 'vitest';
import { expectNoBarrier } from '../testing/barriers.tsx';
import { screenStates } from '../testing/screen-states.ts';

test.each(screenStates)(
  '$name has no barrier, in either theme and at twice the size of text',
  (state) => expectNoBarrier(state),
);
