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

/** Returns the draft found on opening, if newer than the saved form, and functions that save it while typing. */
export function useReportDraft(id: string, template: string, savedAt?: string) {
  // Read on opening: when a sign-out closes the form, no user is signed in any more.
  const [owner] = useState(() => getSession()?.id);
  const key = draftKey(owner, id, template);
  const [restored, setRestored] = useState(() => {
    const draft = readDraft(key);
    return draft && savedAt && draft.savedAt < toBrowserClock(savedAt) ? undefined : draft;
  });
  const [isLost, setLost] = useState(false);
  const waiting = useRef<{ timer: number; contents: () => Contents }>(undefined);

  const stopWaiting = () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  };
  const save = (contents: Contents) => {
    // A waiting save is older and would restore a photo that was removed since.
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
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [key]);

  return {
    restored,
    /** True while the typed text is only on the screen. */
    isLost,
    save,
    saveSoon: (contents: () => Contents) => {
      stopWaiting();
      const timer = window.setTimeout(() => save(contents()), DELAY);
      waiting.current = { timer, contents };
    },
    discard: () => {
      stopWaiting();
      dropDraft(key);
      setRestored(undefined);
      setLost(false);
    },
  };
}
