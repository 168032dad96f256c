import { askCallback, listCallbacks, recordCallback, showNumber } from '../../callbacks.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const callbacksEndpoints = {
  listCallbacks: {
    endpoint: listCallbacks,
    noun: 'Call-backs',
    title: 'List open or closed call-backs',
  },
  askCallback: { endpoint: askCallback, noun: 'Call-backs', title: 'Ask for a call-back' },
  showNumber: {
    endpoint: showNumber,
    noun: 'Call-backs',
    title: 'Show the number to call',
    note: 'Each view is audited. The number is then reserved for this admin for ten minutes, or until a result is recorded.',
  },
  recordCallback: {
    endpoint: recordCallback,
    noun: 'Call-backs',
    title: 'Record the result of a call',
    note: 'If the person denies the visit, the verification gets a serious finding. The agent’s decided verifications of the last seven days are then reviewed again. No decision changes.',
    optionalHeaders: idempotencyKey,
  },
} as const satisfies Record<string, EndpointRow>;
