import { type ComponentType, createElement, lazy, useState } from 'react';

/** Creates a component whose code loads when it is first shown, or earlier through `preload`. */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const Lazy = lazy(load);
  let loaded: ComponentType<Props> | undefined;

  function Preloadable(props: Props) {
    // `lazy` shows its fallback once even if the code is loaded, and React then waits 300 ms.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Shown, props);
  }
  async function preload(): Promise<void> {
    try {
      loaded = (await load()).default;
    } catch {
      // The code loads again when the component is shown, which then also shows a failure.
    }
  }
  return Object.assign(Preloadable, { preload });
}
