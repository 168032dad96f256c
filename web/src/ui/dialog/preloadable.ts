import { type ComponentType, createElement, lazy, useState } from 'react';

/** A component whose code comes when it is first shown, or earlier by `preload`. */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const Lazy = lazy(load);
  let loaded: ComponentType<Props> | undefined;

  function Preloadable(props: Props) {
    // `lazy` falls back once even when its code is here, and React then waits 300 ms before it shows more.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Shown, props);
  }
  async function preload(): Promise<void> {
    try {
      loaded = (await load()).default;
    } catch {
      // It is tried again, and its failure shown, when it is wanted.
    }
  }
  return Object.assign(Preloadable, { preload });
}
