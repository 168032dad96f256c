import { useState } from 'react';
import { makeVisitFile, noteSavedToFile } from '../../lib/sync/visit-file.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words/use-words.ts';
import { handOver } from './hand-over.ts';

interface Saving {
  visitId: string;
  /** `asked`: the file was downloaded, and only the agent can see whether it arrived. */
  state: 'asked' | 'saved' | 'failed';
}

/** Saves visits to files, one at a time. */
export function useSaveToFile() {
  const [saving, setSaving] = useState<Saving>();
  const attempt = async (visitId: string, act: () => Promise<Saving['state'] | undefined>) => {
    try {
      setSaving(undefined);
      const state = await act();
      setSaving(state && { visitId, state });
    } catch (error) {
      setSaving({ visitId, state: 'failed' });
      reportError(error);
    }
  };
  const note = async (visitId: string) => {
    await noteSavedToFile(visitId);
    return 'saved' as const;
  };
  return {
    saving,
    save: (visitId: string) =>
      void attempt(visitId, async () => {
        const how = await handOver(await makeVisitFile(visitId));
        if (how === 'cancelled') return undefined;
        return how === 'shared' ? note(visitId) : 'asked';
      }),
    confirm: (visitId: string) => void attempt(visitId, () => note(visitId)),
    dismiss: () => setSaving(undefined),
  };
}

/** What became of the file. Until the agent has it, signing out keeps the visit. */
export function SavingNotice({ saving, confirm, dismiss }: ReturnType<typeof useSaveToFile>) {
  const say = useWords();
  if (!saving) return null;
  const { visitId, state } = saving;
  return (
    <div className="pt-3">
      {state === 'asked' ? (
        <Notice isNews kind="info" title={say('queue.fileAsked')}>
          {say('queue.fileAskedHint')}
          <span className="flex gap-2 pt-2">
            <Button kind="alt" onClick={dismiss}>
              {say('queue.fileNo')}
            </Button>
            <Button kind="alt" onClick={() => confirm(visitId)}>
              {say('queue.fileYes')}
            </Button>
          </span>
        </Notice>
      ) : (
        <Notice
          isNews
          kind={state === 'saved' ? 'info' : 'danger'}
          title={say(state === 'saved' ? 'queue.saved' : 'queue.saveFailed')}
        />
      )}
    </div>
  );
}
