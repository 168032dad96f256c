import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { MouseEvent } from 'react';
import { noteCall } from '../lib/calls/note-call.ts';
import { reportUnlessLocked } from '../lib/lock/lock.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/** Records the start of a call, and opens the dialer of the link. A full or slow phone does not block the call. */
export async function dial(event: MouseEvent<HTMLAnchorElement>, task: AgentTask): Promise<void> {
  event.preventDefault();
  const { href } = event.currentTarget;
  await withTimeout(noteCall(task), 1_000, 'The call was not noted in time.').catch(
    reportUnlessLocked,
  );
  Object.assign(document.createElement('a'), { href }).click();
}
