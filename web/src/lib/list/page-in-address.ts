/**
 * Returns the options of `navigate` for another page of a list. With `back`, the address of a page that no
 * longer exists is replaced.
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
