/**
 * Returns the options of `navigate` for another page of a list. `back` replaces the history entry, because
 * the page of that entry no longer exists.
 */
export function toPage(next: number, isStep?: 'back') {
  return {
    search: <Search extends object>(old: Search) => ({
      ...old,
      page: next === 1 ? undefined : next,
    }),
    replace: isStep === 'back',
    state: isStep === 'back' || undefined,
  } as const;
}
