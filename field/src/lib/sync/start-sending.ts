import { breakOff } from './break-off.ts';
import { onSendWanted } from './queue.ts';
import { noteSending, sendQueue } from './send-queue.ts';
import { onOtherNetwork } from './wifi-only.ts';

const longestWait = 300_000;

/**
 * Sends whatever waits for as long as the page is open: at once when something is finished, on "Send now", when a network comes and
 * when the page is looked at; else after 1, 2, 4 … 300 s. Never gives up. Returns a function that stops it.
 */
export function startSending(): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isWantedAgain = false;
  let isOver = false;

  async function run(): Promise<void> {
    isRunning = true;
    let wait: number;
    do {
      isWantedAgain = false;
      const round = await sendQueue().catch((error: unknown) => {
        reportError(error);
        return 'again' as const;
      });
      failures = round === 'again' ? failures + 1 : 0;
      wait = failures === 0 ? 0 : Math.min(longestWait, 1000 * 2 ** (failures - 1));
      await noteSending({ nextTryAt: wait && Date.now() + wait }).catch(reportError);
    } while (isWantedAgain);
    isRunning = false;
    if (wait === 0 || isOver) return;
    timer = setTimeout(go, wait);
    void askForWakeUp();
  }

  function go(): void {
    clearTimeout(timer);
    if (isRunning) isWantedAgain = true;
    else void run();
  }

  /** The agent asks for it, or the phone has a network again. */
  function goNow(): void {
    failures = 0;
    go();
    // In case the page is closed before all is sent.
    void askForWakeUp();
  }
  /** What was being sent over the network before hangs until its timeout. */
  function goAnew(): void {
    breakOff();
    goNow();
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') goNow();
  };
  const stopListening = [onSendWanted(goNow), onOtherNetwork(goAnew)];
  window.addEventListener('online', goAnew);
  document.addEventListener('visibilitychange', onVisible);
  go();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const stop of stopListening) stop();
    window.removeEventListener('online', goAnew);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the phone to wake the service worker once there is a network, where it can (Chrome on Android). */
async function askForWakeUp(): Promise<void> {
  const worker = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined;
  // Refused where background work is forbidden: then it is sent when the app is opened next.
  await worker?.sync?.register('send').catch(() => {});
}
