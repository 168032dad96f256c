/** Milliseconds without a key before typing is over, of a pointer at rest on a row before it aims no more, and without anything before nobody is there. */
const typing = 1_500;
const aiming = 3_000;
const absence = 15 * 60_000;

/**
 * Notes whether somebody is at the screen, at the keys, and about to click in a list. Where nobody is, nothing is fetched:
 * a session that nobody uses must run out.
 */
export function watchAttention(signal: AbortSignal) {
  let lastInput = Date.now();
  let lastKey = 0;
  let lastMove = 0;
  const note = (event: Event) => {
    lastInput = Date.now();
    if (event.type === 'keydown') lastKey = lastInput;
    if (event.type === 'pointermove') lastMove = lastInput;
  };
  for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus']) {
    window.addEventListener(type, note, { signal, passive: true, capture: true });
  }
  return {
    isThere: () => document.visibilityState === 'visible' && Date.now() - lastInput < absence,
    isTyping: () => Date.now() - lastKey < typing,
    /** A row that moved now would put another under the pointer. */
    isAiming: () =>
      Date.now() - lastMove < aiming && document.querySelector('tbody:hover') !== null,
  };
}

/** Repeats a call while somebody is at the screen: where nobody is, a claim lapses, and the session is not kept alive. */
export function whileSomebodyIsThere(act: () => void, every: number): () => void {
  const stopping = new AbortController();
  const attention = watchAttention(stopping.signal);
  const timer = setInterval(() => {
    if (attention.isThere()) act();
  }, every);
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
