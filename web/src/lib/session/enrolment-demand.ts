const listeners = new Set<() => void>();

/** Calls the listener when the server rejects a call because the user must set up a second factor first. */
export function onEnrolmentDemanded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function demandEnrolment(): void {
  for (const listener of listeners) listener();
}
