import { type AgentCall, unansweredResults } from '@doorstep/contract/visits/calls';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { database } from '../db/database.ts';
import { decrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';
import type { CallDetails, StoredCall } from './stored-call.ts';

export type OwnCall = Omit<StoredCall, 'details' | 'envelope'> & CallDetails;

export function useCallsToAsk(): OwnCall[] | undefined {
  return useStored(listCallsToAsk, 'calls');
}

const listCallsToAsk = async () =>
  (await listOwnCalls(openKey())).filter(({ state }) => state === 'asked');

/**
 * Lists the calls on this phone, oldest first. After a forgotten PIN was replaced, skips the earlier calls,
 * because they can't be decrypted.
 */
export async function listOwnCalls(key: CryptoKey): Promise<OwnCall[]> {
  const stored = await (await database()).getAll('calls');
  const read = await Promise.all(
    stored.map(async ({ details, envelope: _, ...call }) => {
      const known = await decrypt(key, details).catch(() => null);
      return known && { ...call, ...known };
    }),
  );
  return read.filter((call) => call !== null).sort((a, b) => a.begunAt - b.begunAt);
}

export function callsOf(task: AgentTask, own: readonly OwnCall[]): AgentCall[] {
  const known = task.calls ?? [];
  const added = own.flatMap(({ id, taskId, at, result, appointmentAt, assignmentVersion }) =>
    taskId === task.id && result !== null && known.every((call) => call.id !== id)
      ? [
          {
            ...{ id, at, result, by: '', appointment_at: appointmentAt },
            assignment_version: assignmentVersion,
          },
        ]
      : [],
  );
  return [...known, ...added].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

export const unansweredOf = ({ calls = [], assignment_version: version }: AgentTask): AgentCall[] =>
  calls.filter(
    ({ result, assignment_version }) =>
      assignment_version === version && unansweredResults.includes(result),
  );

export const useCallWaits = (): boolean | undefined => useStored(readWaits, 'calls');

const readWaits = async () =>
  (await (await database()).getAll('calls')).some(({ state }) => state === 'waiting');
