import { useSyncExternalStore } from 'react';

/** One of a few values that this browser remembers; where its storage is blocked, it lasts as long as the page. */
export function browserChoice<Value extends string>(
  key: string,
  values: readonly Value[],
  usual: Value,
) {
  const listeners = new Set<() => void>();
  let current = stored();

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
    choose(value: Value): void {
      current = value;
      try {
        localStorage.setItem(key, value);
      } catch {
        // It is remembered above.
      }
      for (const listener of listeners) listener();
    },
    use: (): Value => useSyncExternalStore(subscribe, get),
  };
}
