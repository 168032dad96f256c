import type { Decision } from '@doorstep/contract/verifications';
import type { LooseVerification } from '../../domain/verifications/loose-verification.ts';
import type { Acted } from '../../domain/verifications/undo-action.ts';

/** A decision that is being sent. */
export interface Sent extends Acted {
  what: Decision;
  /** The record as shown, which the reviewer judged. */
  seen: LooseVerification;
}

/** A decision that the server did not save. */
export interface Unsaved extends Sent {
  reason: string;
  /** Whether sending again may save it: no answer came, or the server was busy. */
  canRetry: boolean;
  /** Whether no answer came. The reason is outdated once the server answers again. */
  isUnanswered: boolean;
}

export interface ReviewState {
  /** The shown case. Only a reviewer's key replaces it. */
  shown: string | undefined;
  /** The claimed and loaded cases that come next. Unsaved decisions come first. */
  upcoming: readonly string[];
  /** The cases left by a key whose answer has not arrived. */
  underWay: readonly string[];
  /** Whether nothing waits, according to the server's last answer. */
  isEmpty: boolean;
  /** Newest first. */
  acted: readonly Acted[];
  /** Oldest first. */
  unsaved: readonly Unsaved[];
  /** The action being undone. Its case is shown. */
  undoing: Acted | undefined;
  /** Why an action on a case could not be undone. */
  notUndone: (NotUndone & { id: string }) | undefined;
}

/** `isUnanswered`: whether it was undone is unknown until the server answers again. */
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

/** Returns the state of the desk after a key press or a server's answer. */
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
      // The reviewer undid it before it failed.
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

/** Puts the next cases in order. Shows the first one if no case is shown. */
function lineUp(state: ReviewState, ids: readonly string[]): ReviewState {
  const { shown, underWay, unsaved } = state;
  const line = [...new Set([...unsaved.map(({ id }) => id), ...ids])].filter(
    (id) => id !== shown && !underWay.includes(id),
  );
  if (shown !== undefined) return { ...state, upcoming: line };
  const [first, ...rest] = line;
  return { ...state, shown: first, upcoming: rest };
}

/** Records that an action is being sent. If its case was shown, the next one replaces it. */
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
