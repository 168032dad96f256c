import { useEffect, useRef, useState } from 'react';
import { type Draft, dropDraft, readDraft, saveDraft } from './report-draft.ts';

type Contents = Omit<Draft, 'savedAt'>;
const DELAY = 400;

/** The draft of a report: what was found on opening, if it is newer than the saved form, and ways to save it while it is typed. */
export function useReportDraft(id: string, template: string, savedAt?: string) {
  const [restored, setRestored] = useState(() => {
    const draft = readDraft(id, template);
    return draft && savedAt && draft.savedAt < Date.parse(savedAt) ? undefined : draft;
  });
  const [isLost, setLost] = useState(false);
  const waiting = useRef<{ timer: number; contents: () => Contents }>(undefined);

  const save = (contents: Contents) => setLost(!saveDraft(id, template, contents));

  // Whatever was typed last is saved, even when the dialog or the tab closes at once.
  useEffect(() => {
    const flush = () => {
      if (!waiting.current) return;
      clearTimeout(waiting.current.timer);
      saveDraft(id, template, waiting.current.contents());
      waiting.current = undefined;
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [id, template]);

  return {
    restored,
    /** True while what was typed is nowhere but on the screen. */
    isLost,
    save,
    saveSoon: (contents: () => Contents) => {
      clearTimeout(waiting.current?.timer);
      const timer = window.setTimeout(() => {
        waiting.current = undefined;
        save(contents());
      }, DELAY);
      waiting.current = { timer, contents };
    },
    discard: () => {
      clearTimeout(waiting.current?.timer);
      waiting.current = undefined;
      dropDraft(id, template);
      setRestored(undefined);
      setLost(false);
    },
  };
}
