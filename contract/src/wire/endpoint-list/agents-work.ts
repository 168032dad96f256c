import { SubmissionFields, submitVerification } from '../../verifications/submission.ts';
import { listAgentTasks } from '../../verifications.ts';
import { getOwnVisit } from '../../visits/own-visit.ts';
import {
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
    note: 'Kept, whatever became of the task meanwhile: held_because says why an admin settles it, and there is no verification_id until then. The same submission may be sent again under its key and is stored once. Where several contact points of the application are open with the agent, or none and several were, the answer is a 409 several_contact_points that names them; applicant_id says which. Text parts before the photos spare the reading of photos that nobody can place.',
    multipart: { file: 'photos', several: true, fields: SubmissionFields },
    headers: {
      'Idempotency-Key':
        '8 to 100 visible characters, the same for every attempt at one submission',
    },
  },
  taskChanges: {
    endpoint: taskChanges,
    noun: 'Agents’ work',
    title: 'Ask what changed since a phone last asked',
    note: 'known names the tasks that the phone has, as id-revision separated by commas: only what differs is sent, and why others are gone.',
  },
  sendVisit: {
    endpoint: sendVisit,
    noun: 'Agents’ work',
    title: 'Send a visit, its photos to follow',
    note: 'Kept, whatever became of the task meanwhile: held says that an admin settles it. The same visit may be sent again; other contents under its id are a 409, visit_id_taken.',
  },
  sendPhoto: {
    endpoint: sendPhoto,
    noun: 'Agents’ work',
    title: 'Send a photo of a visit, or the rest of one',
    note: 'What arrives before a break is kept. A 409, wrong_offset, says in its body and in Upload-Offset where to go on; a 400, hash_differs, that the photo is to be sent from its beginning.',
    optionalHeaders: {
      'Upload-Offset': 'The byte that the body begins at; 0 unless given',
      'Upload-Length':
        'All bytes of what is sent; those of the photo unless given, more for an envelope',
    },
  },
  photoProgress: {
    endpoint: photoProgress,
    noun: 'Agents’ work',
    title: 'Ask how much of a photo is there',
    note: 'In Upload-Offset; Upload-Complete is ?1 once the photo is stored.',
  },
  visitReceipts: {
    endpoint: visitReceipts,
    noun: 'Agents’ work',
    title: 'Ask what became of visits',
  },
  getOwnVisit: {
    endpoint: getOwnVisit,
    noun: 'Agents’ work',
    title: 'Read a visit that one made',
    note: 'A 404 for the visit of another agent. The links to photos need the bearer token.',
  },
  giveBackTask: { endpoint: giveBackTask, noun: 'Agents’ work', title: 'Give a task back' },
  registerDevice: {
    endpoint: registerDevice,
    noun: 'Agents’ work',
    title: 'Register the phone that one works on',
    note: 'Five at most: one more revokes the oldest.',
  },
  serverKey: {
    endpoint: serverKey,
    noun: 'Agents’ work',
    title: 'Read the key that visits are encrypted to',
    note: 'For age (age-encryption.org). The visit and its photos may be sent encrypted to it.',
  },
} as const satisfies Record<string, EndpointRow>;
