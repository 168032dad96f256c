import { cancelSending } from './cancel-sending.ts';
import { onSendWanted } from './queue.ts';
import { noteSending, sendQueue } from './send-queue.ts';
import { onOtherNetwork } from './wifi-only.ts';

const longestWait = 300_000;

/**
 * Sends the queue while the page is open. Retries after 1, 2, 4 … 300 s until everything is sent or rejected,
 * or until sending waits for the password or Wi-Fi. Sends immediately and restarts these waits on
 * {@link sendSoon}, when the network changes or returns, and when the page is shown.
 */
export function startSendRetries(): () => void {
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

  function goNow(): void {
    failures = 0;
    go();
    // Asks the phone to wake the service worker too, because the page may be closed before everything is
    // sent.
    void askForWakeUp();
  }
  /**
   * Cancels a request that the previous network left hanging, because the request would block the queue
   * until its timeout.
   */
  function restart(): void {
    cancelSending();
    goNow();
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') goNow();
  };
  const stopListening = [onSendWanted(goNow), onOtherNetwork(restart)];
  window.addEventListener('online', restart);
  document.addEventListener('visibilitychange', onVisible);
  go();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const stop of stopListening) stop();
    window.removeEventListener('online', restart);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Only browsers based on Chromium have `sync`. */
async function askForWakeUp(): Promise<void> {
  const worker = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined;
  // Fails if background work is forbidden. In that case the queue is sent when the app is next opened.
  await worker?.sync?.register('send').catch(() => {});
}
