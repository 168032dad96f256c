import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  tone: 'success' | 'error';
  text: string;
  /**
   * Milliseconds on screen, not counting hover and focus. With `Infinity`, the toast stays until the user
   * dismisses it.
   */
  duration: number;
}

const DURATION = 2_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(tone: Toast['tone'], text: string, duration = DURATION): void {
  lastId += 1;
  const others = toasts.filter((toast) => toast.text !== text);
  replace([...others, { id: lastId, tone, text, duration }]);
}

/** Messages disappear after two seconds by default. The same text is shown only once at a time. */
export const toast = {
  success: (text: string, duration?: number) => show('success', text, duration),
  error: (text: string, duration?: number) => show('error', text, duration),
};

export function dismissToast(id?: number): void {
  replace(id === undefined ? [] : toasts.filter((toast) => toast.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}
