import type { StoreName } from './database.ts';

const channel = new BroadcastChannel('doorstep-field');
const listeners = new Set<(store: StoreName) => void>();

channel.addEventListener('message', ({ data }) => {
  for (const listener of listeners) listener(data);
});

/** Notifies this page, the other pages and the service worker that stores changed. */
export function announce(...stores: StoreName[]): void {
  for (const store of stores) {
    channel.postMessage(store);
    for (const listener of listeners) listener(store);
  }
}

export function onChange(listener: (store: StoreName) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
