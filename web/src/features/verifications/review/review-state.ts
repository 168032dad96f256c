import type { Decision } from '@doorstep/contract/verifications';

/** What the reviewer did with a case. */
export interface Acted {
  id: string;
  name: string;
  what: Decision | 'sent back';
  /** By this browser's clock. */
  at: number;
}

export interface ReviewState {
  /** The case on the screen. */
  shown: string | undefined;
  /** Claimed and fetched, so that the next one is there at once. */
  upcoming: readonly string[];
  /** Left by a key whose answer is not here yet. */
  underWay: readonly string[];
  /** Nothing waits, as far as the server last said. */
  isEmpty: boolean;
  /** Newest first. */
  acted: readonly Acted[];
  /** Why a case is back on the screen. */
  failure: { id: string; text: string } | undefined;
}

export type ReviewAction =
  | { do: 'offer'; ids: readonly string[] }
  | { do: 'leave'; id: string; acted?: Acted }
  | { do: 'settle'; id: string }
  /** `isNext`: as the next one, behind the case on the screen, as something is open on that. */
  | { do: 'bring back'; id: string; failure?: string; isNext?: boolean };

export const startWith = (shown: string | undefined): ReviewState => ({
  shown,
  upcoming: [],
  underWay: [],
  isEmpty: false,
  acted: [],
  failure: undefined,
});

/** What the keys and the server's answers make of the desk. */
export function nextState(state: ReviewState, action: ReviewAction): ReviewState {
  const { shown, upcoming, underWay, failure } = state;
  switch (action.do) {
    case 'offer': {
      // What failed keeps its place, with its words.
      const failed = upcoming.filter((id) => id === failure?.id);
      const ids = [...new Set([...failed, ...action.ids])];
      const fresh = ids.filter((id) => id !== shown && !underWay.includes(id));
      if (shown !== undefined) return { ...state, upcoming: fresh };
      const [first, ...rest] = fresh;
      const isEmpty = first === undefined && underWay.length === 0;
      return { ...state, shown: first, upcoming: rest, isEmpty };
    }
    case 'leave': {
      // A second press of the same key finds its case gone.
      if (action.id !== shown) return state;
      const [first, ...rest] = upcoming;
      return {
        ...state,
        shown: first,
        upcoming: rest,
        underWay: [...underWay, action.id],
        acted: action.acted ? [action.acted, ...state.acted] : state.acted,
        failure: failure?.id === action.id ? undefined : failure,
      };
    }
    case 'settle':
      return { ...state, underWay: underWay.filter((id) => id !== action.id) };
    case 'bring back': {
      const { id, failure: text, isNext = false } = action;
      const order =
        isNext && shown !== undefined ? [shown, id, ...upcoming] : [id, shown, ...upcoming];
      const [first, ...rest] = [...new Set(order)].filter((one) => one !== undefined);
      return {
        ...state,
        shown: first,
        upcoming: rest,
        underWay: underWay.filter((one) => one !== id),
        isEmpty: false,
        acted: state.acted.filter((one) => one.id !== id),
        failure: text === undefined ? undefined : { id, text },
      };
    }
  }
}
