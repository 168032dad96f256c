/** Milliseconds without a key before typing is over, and without anything before nobody is there. */
const typing = 1_500;
const absence = 15 * 60_000;

/**
 * Notes whether somebody is at the screen, and at the keys. Where nobody is, nothing is fetched: a session that nobody
 * uses must run out.
 */
export function watchAttention(signal: AbortSignal) {
  let lastInput = Date.now();
  let lastKey = 0;
  const note = (event: Event) => {
    lastInput = Date.now();
    if (event.type === 'keydown') lastKey = lastInput;
  };
  for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus']) {
    window.addEventListener(type, note, { signal, passive: true, capture: true });
  }
  return {
    isThere: () => document.visibilityState === 'visible' && Date.now() - lastInput < absence,
    isTyping: () => Date.now() - lastKey < typing,
  };
}
