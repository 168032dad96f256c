import type { Statement } from './statement.ts';

/** Where an agent wrote nothing. By itself: the phone's app needs no schema for it. */
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
