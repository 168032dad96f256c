import type { Decision } from '@doorstep/contract/verifications';
import type { LooseVerification } from '../../domain/verifications/loose-verification.ts';
import type { Acted } from '../../domain/verifications/undo-action.ts';

export interface Sent extends Acted {
  what: Decision;
  /** The record that the reviewer saw when deciding. */
  seen: LooseVerification;
}

export interface Unsaved extends Sent {
  reason: string;
  /** Whether sending the decision again may succeed (see `mayBeRepeated`). */
  canRetry: boolean;
  /** Whether no answer came. If so, `reason` is outdated as soon as the server answers again. */
  isUnanswered: boolean;
}

export interface ReviewState {
  /** The ID of the shown case. Only an action of the reviewer replaces this case. */
  shown: string | undefined;
  /** The claimed cases that come next. Cases with unsaved decisions come first. */
  upcoming: readonly string[];
  /** The cases whose action the server has not answered yet. */
  underWay: readonly string[];
  /** Whether no case waits, according to the server's last answer. */
  isEmpty: boolean;
  /** The reviewer's actions, newest first. */
  acted: readonly Acted[];
  /** The decisions that were not saved, oldest first. */
  unsaved: readonly Unsaved[];
  /** The action being undone. Its case is shown. */
  undoing: Acted | undefined;
  notUndone: (NotUndone & { id: string }) | undefined;
}

/** A failed undo. `isUnanswered` means that the result of the undo is unknown, because no answer came. */
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

export function nextState(state: ReviewState, action: ReviewAction): ReviewState {
  const { shown, upcoming, underWay, acted, unsaved, notUndone } = state;
  switch (action.do) {
    case 'offer': {
      const offered = lineUp(state, action.ids);
      return { ...offered, isEmpty: offered.shown === undefined && underWay.length === 0 };
    }
    case 'leave':
      // Ignores a second key press for a case that is no longer shown.
      return action.id === shown ? send(state, action.id, action.acted) : state;
    case 'settle':
      return { ...state, underWay: underWay.filter((id) => id !== action.id) };
    case 'fail': {
      const { id } = action.unsaved;
      const failed = { ...state, underWay: underWay.filter((one) => one !== id) };
      // The reviewer is undoing this decision, so it is not listed as unsaved.
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

function lineUp(state: ReviewState, ids: readonly string[]): ReviewState {
  const { shown, underWay, unsaved } = state;
  const line = [...new Set([...unsaved.map(({ id }) => id), ...ids])].filter(
    (id) => id !== shown && !underWay.includes(id),
  );
  if (shown !== undefined) return { ...state, upcoming: line };
  const [first, ...rest] = line;
  return { ...state, shown: first, upcoming: rest };
}

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
