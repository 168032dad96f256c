const channel = new BroadcastChannel('doorstep-field-send');
let calls = new AbortController();

function end(): void {
  calls.abort();
  calls = new AbortController();
}
channel.addEventListener('message', end);

/**
 * Cancels the sender's requests in every page and in the service worker, because the requests may wait on a
 * dead connection although a new connection works.
 */
export function cancelSending(): void {
  end();
  channel.postMessage('end');
}

export const sendingSignal = (): AbortSignal => calls.signal;
