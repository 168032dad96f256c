import { type ComponentType, createElement, lazy, useState } from 'react';

/** Returns a component whose code loads when the component is first shown, or earlier through `preload`. */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const Lazy = lazy(load);
  let loaded: ComponentType<Props> | undefined;

  function Preloadable(props: Props) {
    // Doesn't use `lazy` for loaded code, because `lazy` first shows its fallback, and React then keeps the
    // fallback for at least 300 ms.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Shown, props);
  }
  async function preload(): Promise<void> {
    try {
      loaded = (await load()).default;
    } catch {
      // Ignores the failure, because the code is loaded again when the component is shown.
    }
  }
  return Object.assign(Preloadable, { preload });
}
