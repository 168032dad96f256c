import { randomUUID } from 'node:crypto';
import type { CallResult } from '@doorstep/contract/visits/calls';

interface SentCall {
  call_id: string;
  assignment_version: number;
  at: string;
  result: CallResult;
  appointment_at: string | null;
}

export const callOf = (more: Partial<SentCall> = {}): SentCall => ({
  call_id: randomUUID(),
  assignment_version: 0,
  at: '2026-03-05T10:12:00+05:30',
  result: 'not_reachable',
  appointment_at: null,
  ...more,
});
