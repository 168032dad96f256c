import type { Decision } from '@doorstep/contract/verifications';
import type { LooseVerification } from '../../domain/verifications/loose-verification.ts';
import type { Acted } from '../../domain/verifications/undo-action.ts';

/** A decision on its way to the server. */
export interface Sent extends Acted {
  what: Decision;
  /** The record as it was on the screen: it alone is what the reviewer judged. */
  seen: LooseVerification;
}

/** A decision that the server did not save. */
export interface Unsaved extends Sent {
  reason: string;
  /** Sent again, it may be saved: no answer came, or the server was busy. */
  canRetry: boolean;
  /** No answer came: the reason no longer holds once the server answers again. */
  isUnanswered: boolean;
}

export interface ReviewState {
  /** The case on the screen. Only a key of the reviewer replaces it. */
  shown: string | undefined;
  /** Claimed and fetched, so that the next one is there immediately. Unsaved decisions come first. */
  upcoming: readonly string[];
  /** Left by a key whose answer is not here yet. */
  underWay: readonly string[];
  /** Nothing waits, as far as the server last said. */
  isEmpty: boolean;
  /** Newest first. */
  acted: readonly Acted[];
  /** Oldest first. */
  unsaved: readonly Unsaved[];
  /** What is being undone; its case is on the screen. */
  undoing: Acted | undefined;
  /** Why an action on a case could not be undone. */
  notUndone: (NotUndone & { id: string }) | undefined;
}

/** `isUnanswered`: whether it was undone is known once the server answers again. */
interface NotUndone {
  text: string;
  isUnanswered: boolean;
}

export type ReviewAction =
  | { do: 'offer'; ids: readonly string[] }
  | { do: 'leave'; id: string; acted?: Acted }
  | { do: 'settle'; id: string }
  | { do: 'fail'; unsaved: Unsaved }
  | { do: 'retry'; acted: Acted }
  | { do: 'undo'; acted: Acted }
  | { do: 'undone'; acted: Acted; failure?: NotUndone };

export const startWith = (shown: string | undefined): ReviewState => ({
  shown,
  upcoming: [],
  underWay: [],
  isEmpty: false,
  acted: [],
  unsaved: [],
  undoing: undefined,
  notUndone: undefined,
});

const without = <One extends { id: string }>(list: readonly One[], id: string) =>
  list.filter((one) => one.id !== id);

/** What the keys and the server's answers make of the desk. */
export function nextState(state: ReviewState, action: ReviewAction): ReviewState {
  const { shown, upcoming, underWay, acted, unsaved, notUndone } = state;
  switch (action.do) {
    case 'offer': {
      const offered = lineUp(state, action.ids);
      return { ...offered, isEmpty: offered.shown === undefined && underWay.length === 0 };
    }
    case 'leave':
      // A second press of the same key finds its case gone.
      return action.id === shown ? send(state, action.id, action.acted) : state;
    case 'settle':
      return { ...state, underWay: underWay.filter((id) => id !== action.id) };
    case 'fail': {
      const { id } = action.unsaved;
      const failed = { ...state, underWay: underWay.filter((one) => one !== id) };
      // The reviewer took it back before it failed.
      if (state.undoing?.id === id) return failed;
      return lineUp(
        {
          ...failed,
          isEmpty: false,
          acted: without(acted, id),
          unsaved: [...without(unsaved, id), action.unsaved],
        },
        upcoming,
      );
    }
    case 'retry': {
      const { id } = action.acted;
      return unsaved.some((one) => one.id === id) ? send(state, id, action.acted) : state;
    }
    case 'undo': {
      const { id } = action.acted;
      const line = shown === undefined ? upcoming : [shown, ...upcoming];
      return {
        ...state,
        shown: id,
        upcoming: [...new Set(line)].filter((one) => one !== id),
        isEmpty: false,
        acted: without(acted, id),
        undoing: action.acted,
        notUndone: notUndone?.id === id ? undefined : notUndone,
      };
    }
    case 'undone': {
      const { failure } = action;
      const now = { ...state, undoing: undefined };
      if (failure === undefined) return now;
      return {
        ...now,
        acted: [action.acted, ...acted],
        notUndone: { id: action.acted.id, ...failure },
      };
    }
  }
}

/** The next cases in their order. The first one is shown where no case is on the screen. */
function lineUp(state: ReviewState, ids: readonly string[]): ReviewState {
  const { shown, underWay, unsaved } = state;
  const line = [...new Set([...unsaved.map(({ id }) => id), ...ids])].filter(
    (id) => id !== shown && !underWay.includes(id),
  );
  if (shown !== undefined) return { ...state, upcoming: line };
  const [first, ...rest] = line;
  return { ...state, shown: first, upcoming: rest };
}

/** A case whose action is on its way. Where it was on the screen, the next one comes. */
function send(state: ReviewState, id: string, acted: Acted | undefined): ReviewState {
  const { shown, underWay, notUndone } = state;
  const rest = state.upcoming.filter((one) => one !== id);
  const [first, ...others] = rest;
  return {
    ...state,
    shown: shown === id ? first : shown,
    upcoming: shown === id ? others : rest,
    underWay: [...underWay, id],
    acted: acted ? [acted, ...without(state.acted, id)] : state.acted,
    unsaved: without(state.unsaved, id),
    notUndone: notUndone?.id === id ? undefined : notUndone,
  };
}
