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
    note: 'Each view is audited. After that, no colleague can see the number for ten minutes.',
  },
  recordCallback: {
    endpoint: recordCallback,
    noun: 'Call-backs',
    title: 'Record the result of a call',
    note: 'A denied visit is a serious finding, and the agent’s last seven days are reviewed again. No decision changes.',
    optionalHeaders: idempotencyKey,
  },
} as const satisfies Record<string, EndpointRow>;
