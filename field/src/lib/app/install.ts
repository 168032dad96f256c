import { useSyncExternalStore } from 'react';

/** The event with which a browser offers to install the app. Only browsers based on Chromium send it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function keep(next: InstallOffer | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  keep(event as InstallOffer);
});
window.addEventListener('appinstalled', () => keep(undefined));

/**
 * `offered`: a button can open the install dialog. `by hand`: the agent uses "Share, Add to Home Screen".
 * `installed`: the page runs as an installed app.
 */
export type InstallState = 'installed' | 'offered' | 'by hand' | 'unknown';

export function useInstallState(): InstallState {
  return useSyncExternalStore(subscribe, readState);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function readState(): InstallState {
  if (matchMedia('(display-mode: standalone)').matches) return 'installed';
  if (offer) return 'offered';
  return /iPhone|iPad/.test(navigator.userAgent) ? 'by hand' : 'unknown';
}

export async function install(): Promise<void> {
  await offer?.prompt();
  keep(undefined);
}
