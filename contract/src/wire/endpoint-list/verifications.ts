import { verificationHistory } from '../../audit.ts';
import {
  decideVerification,
  getVerification,
  listVerifications,
  lookupVerification,
} from '../../verifications.ts';
import { sendBackVerification, undoSendBack } from '../../visits/send-back.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const verificationsEndpoints = {
  listVerifications: {
    endpoint: listVerifications,
    noun: 'Verifications',
    title: 'List verifications',
    note: 'Each result has all fields of the specification. Details of photos, facts and evidence are only in the answer for a single verification. With fields=list, a result has only the fields that a table shows, which is faster.',
  },
  getVerification: {
    endpoint: getVerification,
    noun: 'Verifications',
    title: 'Read a verification',
  },
  lookupVerification: {
    endpoint: lookupVerification,
    noun: 'Verifications',
    title: 'Find the latest verification of an application',
  },
  decideVerification: {
    endpoint: decideVerification,
    noun: 'Verifications',
    title: 'Decide on a verification',
    note: 'A decision that counts replaces the earlier one. A decision may need a second look before it counts.',
    optionalHeaders: idempotencyKey,
  },
  sendBackVerification: {
    endpoint: sendBackVerification,
    noun: 'Verifications',
    title: 'Send a verification back',
    note: 'Only an applicant’s latest verification can be sent back. The verification and its decision stay as they are. The next final visit creates another verification.',
  },
  undoSendBack: {
    endpoint: undoSendBack,
    noun: 'Verifications',
    title: 'Undo your own send-back',
    note: 'The answer is a 409 too_late after 60 seconds, if the agent’s phone has fetched the task, or if the verification or its applicant has changed since.',
  },
  verificationHistory: {
    endpoint: verificationHistory,
    noun: 'Verifications',
    title: 'Read the history of a verification',
  },
} as const satisfies Record<string, EndpointRow>;
