import { getMailAlert, turnOffMailAlert, turnOnMailAlert } from '../../alerts/mail.ts';
import { getPush, turnOffPush, turnOnPush } from '../../alerts/push.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const alertsEndpoints = {
  getMailAlert: {
    endpoint: getMailAlert,
    noun: 'Alerts',
    title: 'Read your own settings for e-mail about late work',
  },
  turnOnMailAlert: {
    endpoint: turnOnMailAlert,
    noun: 'Alerts',
    title: 'Turn on your own e-mail about late work, or change its address',
    note: 'The server sends at most one e-mail an hour. Each e-mail lists work that is late or due within two hours.',
  },
  turnOffMailAlert: {
    endpoint: turnOffMailAlert,
    noun: 'Alerts',
    title: 'Turn off your own e-mail about late work',
  },
  getPush: {
    endpoint: getPush,
    noun: 'Alerts',
    title: 'Read the public key for push messages',
  },
  turnOnPush: {
    endpoint: turnOnPush,
    noun: 'Alerts',
    title: 'Send messages about tasks to this session’s phone',
    note: 'A message contains only counts. Messages end with the session.',
  },
  turnOffPush: {
    endpoint: turnOffPush,
    noun: 'Alerts',
    title: 'Stop messages to this session’s phone',
  },
} as const satisfies Record<string, EndpointRow>;
