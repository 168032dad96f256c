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
    note: 'Each result has all the fields of the specification; photos with their details, facts and evidence are in the single verification. With fields=list a result is what a table shows, which is quicker.',
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
    note: 'A later decision replaces an earlier one.',
    optionalHeaders: idempotencyKey,
  },
  sendBackVerification: {
    endpoint: sendBackVerification,
    noun: 'Verifications',
    title: 'Order a visit anew',
    note: 'Of an applicant’s latest verification only. It keeps its place, photos and decision; the visit that comes in answer is a verification of its own.',
  },
  undoSendBack: {
    endpoint: undoSendBack,
    noun: 'Verifications',
    title: 'Undo one’s own send-back',
    note: 'Within 60 seconds, as long as the agent’s phone has not fetched the task and nothing else happened since: 409 too_late after that.',
  },
  verificationHistory: {
    endpoint: verificationHistory,
    noun: 'Verifications',
    title: 'Read what happened to a verification',
  },
} as const satisfies Record<string, EndpointRow>;
