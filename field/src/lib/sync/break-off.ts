const channel = new BroadcastChannel('doorstep-field-send');
let calls = new AbortController();

function end(): void {
  calls.abort();
  calls = new AbortController();
}
channel.addEventListener('message', end);

/** Ends the calls of the sender, in every page and in the service worker: their connection may be dead, and a new one good. */
export function breakOff(): void {
  end();
  channel.postMessage('end');
}

/** Is aborted by the next {@link breakOff}. */
export const untilBrokenOff = (): AbortSignal => calls.signal;
