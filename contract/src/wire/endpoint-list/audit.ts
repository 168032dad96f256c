import { exportAudit, getAudit, listAudit, qualityRegister, verifyAudit } from '../../audit.ts';
import type { EndpointRow } from '../endpoint-row.ts';
import { listEvents } from '../events.ts';

export const auditEndpoints = {
  listEvents: {
    endpoint: listEvents,
    noun: 'Live updates',
    title: 'Follow changes of records',
    note: 'Events contain only the kinds and ids of records, never their content. With Accept: text/event-stream, the answer is a stream of server-sent events, which ends with the session.',
  },

  listAudit: {
    endpoint: listAudit,
    noun: 'Audit',
    title: 'Search the audit',
  },
  exportAudit: {
    endpoint: exportAudit,
    noun: 'Audit',
    title: 'Download the rows that a search finds',
    produces: 'text/csv',
  },
  qualityRegister: {
    endpoint: qualityRegister,
    noun: 'Audit',
    title: 'Download the quality register of a month',
    note: 'Contains decisions, second looks, send-backs, dismissed findings, call-backs, repeated reviews and disputes, without notes. Undone decisions and send-backs are included.',
    produces: 'text/csv',
  },
  getAudit: { endpoint: getAudit, noun: 'Audit', title: 'Read a row with its old and new values' },
  verifyAudit: {
    endpoint: verifyAudit,
    noun: 'Audit',
    title: 'Check the chain of the audit',
    note: 'Reads all rows. If the chain is broken, the answer names the first break.',
  },
} as const satisfies Record<string, EndpointRow>;
