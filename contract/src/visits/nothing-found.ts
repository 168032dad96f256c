import type { Statement } from './statement.ts';

/** The text if an agent wrote nothing. In a separate file, so that the phone's app loads no schema for it. */
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
