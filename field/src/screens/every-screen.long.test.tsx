import { test } from 'vitest';
import { expectNoBarrier } from '../testing/barriers.tsx';
import { screenStates } from '../testing/screen-states.ts';

test.each(screenStates)(
  '$name has no accessibility violation, in either theme and with text twice as large',
  (state) => expectNoBarrier(state),
);
