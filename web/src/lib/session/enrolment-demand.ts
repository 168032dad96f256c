const listeners = new Set<() => void>();

/** Calls the listener whenever the server wants a second factor set up before it answers anything else. */
export function onEnrolmentDemanded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function demandEnrolment(): void {
  for (const listener of listeners) listener();
}
