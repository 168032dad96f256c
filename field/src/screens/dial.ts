import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { MouseEvent } from 'react';
import { noteCall } from '../lib/calls/note-call.ts';
import { reportUnlessLocked } from '../lib/lock/lock.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/** Stores the start of the call, then opens the dialer, even if storing fails or takes over a second. */
export async function dial(event: MouseEvent<HTMLAnchorElement>, task: AgentTask): Promise<void> {
  event.preventDefault();
  const { href } = event.currentTarget;
  await withTimeout(noteCall(task), 1_000, 'The call was not noted in time.').catch(
    reportUnlessLocked,
  );
  Object.assign(document.createElement('a'), { href }).click();
}
