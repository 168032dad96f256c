import { useEffect, useEffectEvent, useRef, useState } from 'react';

const DELAY = 250;

/**
 * Synchronises a search field with the address. Typed text is applied after a pause of 250 ms. If the
 * address changes in another way (Back, Clear), its search replaces the text.
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
    // Cancels the pending search, because its text was typed before the address changed.
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
    clear: () => {
      setText('');
      committed.current = '';
      commit(undefined);
    },
  };
}
