import { useEffect, useEffectEvent, useRef, useState } from 'react';

const DELAY = 250;

/**
 * Keeps a search box and the address in step: typing is committed after 250 ms of rest, and a change of
 * the address from elsewhere (Back, Clear) replaces the text. `search` is the address's own value.
 */
export function useSearchInput(
  search: string | undefined,
  commit: (search: string | undefined) => void,
) {
  const [text, setText] = useState(search ?? '');
  const committed = useRef(search ?? '');
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if ((search ?? '') === committed.current) return;
    // The text before the address changed is not committed any more, though it still stands until the next render.
    clearTimeout(rest.current);
    committed.current = search ?? '';
    setText(search ?? '');
  }, [search]);

  const flush = useEffectEvent((value: string) => {
    if (value === committed.current) return;
    committed.current = value;
    commit(value || undefined);
  });

  const trimmed = text.trim();
  useEffect(() => {
    rest.current = setTimeout(() => flush(trimmed), DELAY);
    return () => clearTimeout(rest.current);
  }, [trimmed]);

  return {
    text,
    setText,
    /** Empties the box and the address at once. */
    clear: () => {
      setText('');
      committed.current = '';
      commit(undefined);
    },
  };
}
