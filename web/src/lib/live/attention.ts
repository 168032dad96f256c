/**
 * The milliseconds without input after which the user no longer counts as typing, as aiming at a row, or as
 * present.
 */
const typing = 1_500;
const aiming = 3_000;
const absence = 15 * 60_000;

/**
 * Watches whether the user is present, typing, or about to click in a list. Live updates fetch nothing while
 * the user is away, because an unused session must expire.
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
    /** Whether the user is about to click a row. If the rows moved now, the click would hit another row. */
    isAiming: () =>
      Date.now() - lastMove < aiming && document.querySelector('tbody:hover') !== null,
  };
}

/**
 * Runs `act` at intervals, but not while the user is away, so that the user's claims and session can expire.
 */
export function repeatWhileActive(act: () => void, every: number): () => void {
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
