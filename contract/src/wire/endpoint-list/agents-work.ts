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
    note: 'A submission is stored even if the task has changed. The visit is then held for an admin, and held_because has the reason. verification_id is null while the visit is held, and stays null if the admin sets the visit aside. A submission that is sent again with the same `Idempotency-Key` is stored once. If the agent has several contact points of the application, the answer is a 409 several_contact_points that lists them. Choose one with applicant_id. Send text parts before the photos, so that an invalid submission is rejected before its photos are read.',
    multipart: { file: 'photos', several: true, fields: SubmissionFields },
    headers: {
      'Idempotency-Key': '8 to 100 visible characters, the same for every try of one submission',
    },
  },
  taskChanges: {
    endpoint: taskChanges,
    noun: 'Agents’ work',
    title: 'List the tasks that changed since a phone last asked',
    note: 'known lists the tasks that the phone has, as id-revision separated by commas. The answer has only new and changed tasks, and the reasons why others are gone.',
  },
  sendVisit: {
    endpoint: sendVisit,
    noun: 'Agents’ work',
    title: 'Send a visit without its photos',
    note: 'The server always stores a valid visit. If the task has changed, held is true and an admin settles the visit. The same visit may be sent again. Other contents under its id get a 409 visit_id_taken.',
  },
  sendPhoto: {
    endpoint: sendPhoto,
    noun: 'Agents’ work',
    title: 'Send a photo of a visit, or the rest of one',
    note: 'Bytes that arrive before a break are stored. After a 409 wrong_offset, continue at the byte in its body and in Upload-Offset. After a 400 hash_differs, send the photo from its beginning.',
    optionalHeaders: {
      'Upload-Offset': 'The byte at which the body begins; 0 by default',
      'Upload-Length':
        'The total number of bytes; by default those of the photo, more for an envelope',
    },
  },
  photoProgress: {
    endpoint: photoProgress,
    noun: 'Agents’ work',
    title: 'Read how much of a photo has arrived',
    note: 'The header Upload-Offset has the number of bytes that have arrived. Upload-Complete is ?1 once the photo is stored.',
  },
  sendCall: {
    endpoint: sendCall,
    noun: 'Agents’ work',
    title: 'Record a call to an applicant',
    note: 'Works for every applicant that was once assigned to the agent. The same call may be sent again. Nothing is stored for a deleted applicant, or after 50 calls of the agent to the applicant. The answer is then the same.',
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
    note: 'The visit of another agent gets a 404. The links to photos need the bearer token.',
  },
  getAgentCard: {
    endpoint: getAgentCard,
    noun: 'Agents’ work',
    title: 'Read the agent’s own ID card',
    note: 'check_url opens a public page that confirms the card for seven days, as long as the session is open and the agent active.',
  },
  getOwnWeek: {
    endpoint: getOwnWeek,
    noun: 'Agents’ work',
    title: 'List the agent’s own visits of the last seven days',
    note: 'The newest 200, with their results, and why the office sent them back.',
  },
  giveBackTask: {
    endpoint: giveBackTask,
    noun: 'Agents’ work',
    title: 'Give a task back',
    note: 'The reason no_answer needs three calls without an answer in this assignment: 409 too_few_calls.',
  },
  registerDevice: {
    endpoint: registerDevice,
    noun: 'Agents’ work',
    title: 'Register the agent’s phone',
    note: 'An agent has at most five. One more revokes the oldest.',
  },
  changeLanguage: {
    endpoint: changeLanguage,
    noun: 'Agents’ work',
    title: 'Change the language of the agent’s app',
    note: 'The last choice wins, by chosen_at: a phone may send its choice later. The answer has the language that counts now.',
  },
  serverKey: {
    endpoint: serverKey,
    noun: 'Agents’ work',
    title: 'Read the key that visits are encrypted to',
    note: 'A public key of age (age-encryption.org). The visit and its photos may be sent encrypted to it.',
  },
} as const satisfies Record<string, EndpointRow>;
