import { useEffect, useRef, useState } from 'react';
import { toBrowserClock } from '../../../lib/api/server-clock.ts';
import { getSession } from '../../../lib/session/session.ts';
import {
  type Draft,
  draftKey,
  dropDraft,
  dropOldDrafts,
  readDraft,
  saveDraft,
} from './report-draft.ts';

type Contents = Omit<Draft, 'savedAt'>;
const DELAY = 400;

/**
 * Returns the stored draft, if it is newer than the saved form, and functions that save and delete the
 * draft.
 */
export function useReportDraft(id: string, template: string, savedAt?: string) {
  // Stores the user when the form opens. After a sign-out, the form still saves this user's draft.
  const [owner] = useState(() => getSession()?.id);
  const key = draftKey(owner, id, template);
  const [restored, setRestored] = useState(() => {
    const draft = readDraft(key);
    return draft && savedAt && draft.savedAt < toBrowserClock(savedAt) ? undefined : draft;
  });
  const [isLost, setLost] = useState(false);
  /** The time of the stored draft when the form closed. */
  const leftAt = useRef<{ savedAt: number | undefined }>(undefined);
  const waiting = useRef<{ timer: number; contents: () => Contents }>(undefined);

  const stopWaiting = () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  };
  const save = (contents: Contents) => {
    // Cancels a waiting save, because its older content would bring back a removed photo.
    stopWaiting();
    setLost(!saveDraft(key, contents));
  };

  useEffect(() => dropOldDrafts(key), [key]);
  // Saves the last typed text even if the dialog or the tab closes immediately.
  useEffect(() => {
    const flush = () => {
      if (!waiting.current) return;
      saveDraft(key, waiting.current.contents());
      stopWaiting();
    };
    leftAt.current = undefined;
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
      leftAt.current = { savedAt: readDraft(key)?.savedAt };
    };
  }, [key]);

  return {
    restored,
    /** Whether the browser can't store the draft, so that the typed text exists only on the screen. */
    isLost,
    save,
    saveSoon: (contents: () => Contents) => {
      stopWaiting();
      const timer = window.setTimeout(() => save(contents()), DELAY);
      waiting.current = { timer, contents };
    },
    discard: () => {
      stopWaiting();
      // Keeps the draft of a form that was opened after this form was closed.
      if (leftAt.current && readDraft(key)?.savedAt !== leftAt.current.savedAt) return;
      dropDraft(key);
      setRestored(undefined);
      setLost(false);
    },
  };
}
