import type { Mutation, MutationObserver, QueryClient } from '@tanstack/react-query';
import { isUnanswered, messageOf } from '../lib/api/api-error.ts';
import { toast } from '../ui/feedback/toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The toast's first sentence if the action fails after the user left, such as `Not deleted: Asha Rao.` */
      notDone?: string;
    };
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the library's own type of any mutation's observer
type AnyObserver = MutationObserver<any, any, any, any>;

/**
 * Shows a toast if an action fails whose dialog or page the user left before the answer. Such a failure has
 * no other place on the screen. Returns a function that stops it.
 */
export function tellLateFailures(client: QueryClient): () => void {
  const observers = new WeakMap<Mutation, AnyObserver>();
  return client.getMutationCache().subscribe((event) => {
    if (event.type === 'observerAdded') observers.set(event.mutation, event.observer);
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { meta, state } = event.mutation;
    if (!meta?.notDone || observers.get(event.mutation)?.hasListeners()) return;
    const reason = messageOf(state.error, state.error?.message ?? '');
    const more = isUnanswered(state.error) ? ' It may have been done nevertheless.' : '';
    toast.error(`${meta.notDone} ${reason}${more}`, Number.POSITIVE_INFINITY);
  });
}
