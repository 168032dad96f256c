import { useEffect, useRef, useState } from 'react';
import { byOwnClock } from '../../../lib/api/server-clock.ts';
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

/** The draft of a report: what was found on opening, if it is newer than the saved form, and ways to save it while it is typed. */
export function useReportDraft(id: string, template: string, savedAt?: string) {
  // As it was on opening: when a sign-out closes the form, nobody is signed in any more.
  const [owner] = useState(() => getSession()?.id);
  const key = draftKey(owner, id, template);
  const [restored, setRestored] = useState(() => {
    const draft = readDraft(key);
    return draft && savedAt && draft.savedAt < byOwnClock(savedAt) ? undefined : draft;
  });
  const [isLost, setLost] = useState(false);
  const waiting = useRef<{ timer: number; contents: () => Contents }>(undefined);

  const stopWaiting = () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  };
  const save = (contents: Contents) => {
    // What waits is older: it would bring back a photo that was removed since.
    stopWaiting();
    setLost(!saveDraft(key, contents));
  };

  useEffect(() => dropOldDrafts(key), [key]);
  // Whatever was typed last is saved, even when the dialog or the tab closes at once.
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
    /** True while what was typed is nowhere but on the screen. */
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
