import { useEffect, useState, useSyncExternalStore } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ReportFormValues } from '../ReportField.tsx';

/**
 * A store outside of React state, so that typing renders few fields. `sent` has the values that the visit
 * reported. `changed` returns the names of the fields that now have another value.
 */
export interface VisitValues {
  sent: ReportFormValues;
  changed: () => ReadonlySet<string>;
  subscribe: (listener: () => void) => () => void;
  compare: (values: ReportFormValues) => void;
}

/** Normalises line breaks as a text area does, and trims the text. */
const plain = (text = '') => text.replace(/\r\n?/g, '\n').trim();

function trackChanges(sent: ReportFormValues, values: ReportFormValues): VisitValues {
  const names = Object.keys(sent);
  const differing = (now: ReportFormValues) =>
    new Set(names.filter((name) => plain(now[name]) !== plain(sent[name])));
  const listeners = new Set<() => void>();
  let changed = differing(values);
  return {
    sent,
    changed: () => changed,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    compare: (now) => {
      const next = differing(now);
      if (next.size === changed.size && [...next].every((name) => changed.has(name))) return;
      changed = next;
      for (const listener of listeners) listener();
    },
  };
}

export function useVisitValues(
  { subscribe, getValues }: UseFormReturn<ReportFormValues>,
  sent: ReportFormValues,
): VisitValues {
  const [visit] = useState(() => trackChanges(sent, getValues()));
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => visit.compare(values),
      }),
    [subscribe, visit],
  );
  return visit;
}

export const useIsChanged = (visit: VisitValues, name: string): boolean =>
  useSyncExternalStore(visit.subscribe, () => visit.changed().has(name));

export function useVisitCount(visit: VisitValues, names: readonly string[]) {
  const sent = names.filter((name) => name in visit.sent);
  const changed = useSyncExternalStore(
    visit.subscribe,
    () => sent.filter((name) => visit.changed().has(name)).length,
  );
  return { sent: sent.length, changed };
}
