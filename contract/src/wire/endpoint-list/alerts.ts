import { getMailAlert, turnOffMailAlert, turnOnMailAlert } from '../../alerts/mail.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const alertsEndpoints = {
  getMailAlert: {
    endpoint: getMailAlert,
    noun: 'Alerts',
    title: 'Read one’s own e-mail about late work',
  },
  turnOnMailAlert: {
    endpoint: turnOnMailAlert,
    noun: 'Alerts',
    title: 'Turn on one’s own e-mail about late work, or change its address',
    note: 'At most one e-mail an hour, with a list of what is late or due within two hours.',
  },
  turnOffMailAlert: {
    endpoint: turnOffMailAlert,
    noun: 'Alerts',
    title: 'Turn off one’s own e-mail about late work',
  },
} as const satisfies Record<string, EndpointRow>;
