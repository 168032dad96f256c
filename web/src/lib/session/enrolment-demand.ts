const listeners = new Set<() => void>();

/** Calls the listener when the server requires a second factor before it answers anything else. */
export function onEnrolmentDemanded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function demandEnrolment(): void {
  for (const listener of listeners) listener();
}
