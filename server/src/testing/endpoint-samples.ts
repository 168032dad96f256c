import type { EndpointName } from '@doorstep/contract/wire/endpoints';
import type { Sample } from './endpoint-sample.ts';
import { agentsSamples } from './endpoint-samples/agents.ts';
import { agentsWorkSamples } from './endpoint-samples/agents-work.ts';
import { alertsSamples } from './endpoint-samples/alerts.ts';
import { applicantsSamples } from './endpoint-samples/applicants.ts';
import { auditSamples } from './endpoint-samples/audit.ts';
import { authSamples } from './endpoint-samples/auth.ts';
import { boardSamples } from './endpoint-samples/board.ts';
import { bulkUploadSamples } from './endpoint-samples/bulk-upload.ts';
import { calibrationSamples } from './endpoint-samples/calibration.ts';
import { callbacksSamples } from './endpoint-samples/callbacks.ts';
import { disputesSamples } from './endpoint-samples/disputes.ts';
import { evidenceSamples } from './endpoint-samples/evidence.ts';
import { exportsSamples } from './endpoint-samples/exports.ts';
import { lendersSamples } from './endpoint-samples/lenders.ts';
import { messagesSamples } from './endpoint-samples/messages.ts';
import { portfolioSamples } from './endpoint-samples/portfolio.ts';
import { practiceSamples } from './endpoint-samples/practice.ts';
import { reportsSamples } from './endpoint-samples/reports.ts';
import { reviewSamples } from './endpoint-samples/review.ts';
import { usersSamples } from './endpoint-samples/users.ts';
import { verificationsSamples } from './endpoint-samples/verifications.ts';
import { viewsSamples } from './endpoint-samples/views.ts';
import { visitsSamples } from './endpoint-samples/visits.ts';

/** The samples of all endpoints. A new endpoint without a sample doesn't compile. */
export const samples: Record<EndpointName, Sample> = {
  ...authSamples,
  ...usersSamples,
  ...applicantsSamples,
  ...bulkUploadSamples,
  ...verificationsSamples,
  ...visitsSamples,
  ...reviewSamples,
  ...callbacksSamples,
  ...disputesSamples,
  ...practiceSamples,
  ...calibrationSamples,
  ...evidenceSamples,
  ...agentsWorkSamples,
  ...messagesSamples,
  ...lendersSamples,
  ...boardSamples,
  ...viewsSamples,
  ...alertsSamples,
  ...agentsSamples,
  ...portfolioSamples,
  ...reportsSamples,
  ...exportsSamples,
  ...auditSamples,
};
