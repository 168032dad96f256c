import type { Statement } from './statement.ts';

/** This constant has its own file, so that the agent's app does not load the schemas of statement.ts. */
export const nothingFound: Statement = {
  neighbour1_name: '',
  neighbour1_address: '',
  neighbour1_feedback: '',
  neighbour2_name: '',
  neighbour2_address: '',
  neighbour2_feedback: '',
  remark: '',
  verification_address: '',
};
