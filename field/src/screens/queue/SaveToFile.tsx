import { useState } from 'react';
import { makeVisitFile, noteSavedToFile } from '../../lib/sync/visit-file.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words/use-words.ts';
import { handOver } from './hand-over.ts';

interface Saving {
  visitIds: string[];
  /** `asked`: the files were downloaded, and the agent is asked whether they arrived. */
  state: 'asked' | 'saved' | 'failed';
}

export function useSaveToFile() {
  const [saving, setSaving] = useState<Saving>();
  const attempt = async (visitIds: string[], act: () => Promise<Saving['state'] | undefined>) => {
    try {
      setSaving(undefined);
      const state = await act();
      setSaving(state && { visitIds, state });
    } catch (error) {
      setSaving({ visitIds, state: 'failed' });
      reportError(error);
    }
  };
  const note = async (visitIds: string[]) => {
    for (const visitId of visitIds) await noteSavedToFile(visitId);
    return 'saved' as const;
  };
  return {
    saving,
    save: (visitIds: string[]) =>
      void attempt(visitIds, async () => {
        const files: File[] = [];
        for (const visitId of visitIds) files.push(await makeVisitFile(visitId));
        const how = await handOver(files);
        if (how === 'cancelled') return undefined;
        return how === 'shared' ? note(visitIds) : 'asked';
      }),
    confirm: (visitIds: string[]) => void attempt(visitIds, () => note(visitIds)),
    dismiss: () => setSaving(undefined),
  };
}

/**
 * After a download, asks whether the file arrived. A visit may be marked as saved to a file only if it did,
 * because signing out can delete a marked visit.
 */
export function SavingNotice({ saving, confirm, dismiss }: ReturnType<typeof useSaveToFile>) {
  const say = useWords();
  if (!saving) return null;
  const { visitIds, state } = saving;
  return (
    <div className="pt-3">
      {state === 'asked' ? (
        <Notice isNews kind="info" title={say.count('queue.fileAsked', visitIds.length)}>
          {say.count('queue.fileAskedHint', visitIds.length)}
          <span className="flex flex-wrap gap-2 pt-2">
            <Button kind="alt" onClick={dismiss}>
              {say('queue.fileNo')}
            </Button>
            <Button kind="alt" onClick={() => confirm(visitIds)}>
              {say('queue.fileYes')}
            </Button>
          </span>
        </Notice>
      ) : (
        <Notice
          isNews
          kind={state === 'saved' ? 'info' : 'danger'}
          title={
            state === 'saved' ? say.count('queue.saved', visitIds.length) : say('queue.saveFailed')
          }
        />
      )}
    </div>
  );
}
