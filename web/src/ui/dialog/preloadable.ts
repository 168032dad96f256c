import { type ComponentType, createElement, lazy, useState } from 'react';

/** Returns a component whose code loads when the component is first shown, or earlier through `preload`. */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const Lazy = lazy(load);
  let loaded: ComponentType<Props> | undefined;

  function Preloadable(props: Props) {
    // Uses loaded code directly, because `lazy` always shows its fallback once, and React then waits 300
    // ms.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Shown, props);
  }
  async function preload(): Promise<void> {
    try {
      loaded = (await load()).default;
    } catch {
      // The code is loaded again when the component is shown. A failure is reported only then.
    }
  }
  return Object.assign(Preloadable, { preload });
}
