import { SubmissionFields, submitVerification } from '../../verifications/submission.ts';
import { listAgentTasks } from '../../verifications.ts';
import { getAgentCard } from '../../visits/agent-card.ts';
import { sendCall } from '../../visits/calls.ts';
import { getOwnVisit } from '../../visits/own-visit.ts';
import { getOwnWeek } from '../../visits/own-week.ts';
import {
  changeLanguage,
  giveBackTask,
  photoProgress,
  registerDevice,
  sendPhoto,
  sendVisit,
  serverKey,
  taskChanges,
  visitReceipts,
} from '../../visits/phone.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const agentsWorkEndpoints = {
  listAgentTasks: { endpoint: listAgentTasks, noun: 'Agents’ work', title: 'List own open work' },
  submitVerification: {
    endpoint: submitVerification,
    noun: 'Agents’ work',
    title: 'Submit a verification',
    note: 'A submission is stored even if the task has changed. The visit is then held for an admin, and held_because has the reason. verification_id is null while the visit is held, and stays null if the admin sets the visit aside. A submission that is sent again with the same `Idempotency-Key` is stored once. If the agent has several open contact points of the application, a request without applicant_id gets a 409 several_contact_points that lists them. Send the text parts before the photos, so that a submission for an unknown application is rejected before a photo is stored.',
    multipart: { file: 'photos', several: true, fields: SubmissionFields },
    headers: {
      'Idempotency-Key':
        '8 to 100 visible characters, the same whenever one submission is sent again',
    },
  },
  taskChanges: {
    endpoint: taskChanges,
    noun: 'Agents’ work',
    title: 'List the tasks that changed since a phone last asked',
    note: 'known lists the tasks that the phone has, as id-revision separated by commas. The answer has only new and changed tasks, and the reasons why other tasks are gone.',
  },
  sendVisit: {
    endpoint: sendVisit,
    noun: 'Agents’ work',
    title: 'Send a visit without its photos',
    note: 'A visit is stored even if the task has changed. If the visit is held, held_because has the reason, and an admin settles the visit. The same visit may be sent again. A different visit with the same id gets a 409 visit_id_taken.',
  },
  sendPhoto: {
    endpoint: sendPhoto,
    noun: 'Agents’ work',
    title: 'Send a photo or the signature of a visit, whole or in parts',
    note: 'Bytes that arrive before the connection breaks are stored. After a 409 wrong_offset, continue at the offset in its body, which is also in the header Upload-Offset. After a 400 hash_differs, send the photo from its beginning.',
    optionalHeaders: {
      'Upload-Offset': 'The byte at which the body begins; 0 by default',
      'Upload-Length':
        'The size of the whole file in bytes. By default the size of the photo; required if the photo is encrypted',
    },
  },
  photoProgress: {
    endpoint: photoProgress,
    noun: 'Agents’ work',
    title: 'Read how much of a photo or signature has arrived',
    note: 'The header Upload-Offset has the number of bytes that have arrived. Upload-Complete is ?1 once the whole file is stored.',
  },
  sendCall: {
    endpoint: sendCall,
    noun: 'Agents’ work',
    title: 'Record a call to an applicant',
    note: 'Works for every applicant that was once assigned to the agent. The same call may be sent again. A call to a deleted or anonymised applicant is not stored. After 50 calls of the agent to the applicant, further calls are not stored. In both cases, the answer is the same as for a stored call.',
  },
  visitReceipts: {
    endpoint: visitReceipts,
    noun: 'Agents’ work',
    title: 'Read the receipts of visits',
  },
  getOwnVisit: {
    endpoint: getOwnVisit,
    noun: 'Agents’ work',
    title: 'Read one of the agent’s own visits',
    note: 'The visit of another agent gets a 404. The links to photos need the bearer token or the session cookie.',
  },
  getAgentCard: {
    endpoint: getAgentCard,
    noun: 'Agents’ work',
    title: 'Read the agent’s own ID card',
    note: 'check_url opens a public page that confirms the card. The card is valid for at most seven days, while the session is open and the agent is active.',
  },
  getOwnWeek: {
    endpoint: getOwnWeek,
    noun: 'Agents’ work',
    title: 'List the agent’s own visits of the last seven days',
    note: 'Lists at most the newest 200 visits. Each visit has its result, and the reasons if the office sent it back.',
  },
  giveBackTask: {
    endpoint: giveBackTask,
    noun: 'Agents’ work',
    title: 'Give a task back',
    note: 'The reason no_answer needs three calls without an answer in this assignment. With fewer calls, the answer is a 409 too_few_calls.',
  },
  registerDevice: {
    endpoint: registerDevice,
    noun: 'Agents’ work',
    title: 'Register the agent’s phone',
    note: 'An agent has at most five phones. Registering another phone revokes the phone that was registered longest ago.',
  },
  changeLanguage: {
    endpoint: changeLanguage,
    noun: 'Agents’ work',
    title: 'Change the language of the agent’s app',
    note: 'The choice with the latest chosen_at counts, because a phone may send its choice later. The answer has the language that counts now.',
  },
  serverKey: {
    endpoint: serverKey,
    noun: 'Agents’ work',
    title: 'Read the key with which visits are encrypted',
    note: 'The key is a public key of age (age-encryption.org). Visits, photos, calls and messages may be sent encrypted with this key.',
  },
} as const satisfies Record<string, EndpointRow>;
