import type { Board } from '@doorstep/contract/board';

const nothing = { count: 0, first: [] };

export const boardOf = (more: Partial<Board> = {}): Board => ({
  ...{ unassigned: 0, out: 0, to_review: 0 },
  attention: { held: nothing, given_back: nothing, serious: nothing },
  ...{ agents: [], lenders: [] },
  ...more,
});
