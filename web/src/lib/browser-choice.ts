import { useSyncExternalStore } from 'react';

/**
 * A setting with a few values, which this browser stores. If storage is blocked, the setting lasts until
 * the page is closed.
 */
export function browserChoice<Value extends string>(
  key: string,
  values: readonly Value[],
  usual: Value,
) {
  const listeners = new Set<() => void>();
  let current = stored();
  const set = (value: Value) => {
    current = value;
    for (const listener of listeners) listener();
  };
  // Follows changes in another tab. The key is null if that tab has cleared the storage.
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) set(stored());
  });

  function stored(): Value {
    try {
      const text = localStorage.getItem(key);
      return values.find((value) => value === text) ?? usual;
    } catch {
      return usual;
    }
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  const get = () => current;

  return {
    get,
    subscribe,
    choose(value: Value): void {
      try {
        localStorage.setItem(key, value);
      } catch {
        // Storage is blocked, so the value is set only in memory.
      }
      set(value);
    },
    use: (): Value => useSyncExternalStore(subscribe, get),
  };
}
