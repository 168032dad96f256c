import { agentsEndpoints } from './endpoint-list/agents.ts';
import { agentsWorkEndpoints } from './endpoint-list/agents-work.ts';
import { alertsEndpoints } from './endpoint-list/alerts.ts';
import { applicantsEndpoints } from './endpoint-list/applicants.ts';
import { auditEndpoints } from './endpoint-list/audit.ts';
import { authEndpoints } from './endpoint-list/auth.ts';
import { boardEndpoints } from './endpoint-list/board.ts';
import { bulkUploadEndpoints } from './endpoint-list/bulk-upload.ts';
import { calibrationEndpoints } from './endpoint-list/calibration.ts';
import { callbacksEndpoints } from './endpoint-list/callbacks.ts';
import { disputesEndpoints } from './endpoint-list/disputes.ts';
import { evidenceEndpoints } from './endpoint-list/evidence.ts';
import { exportsEndpoints } from './endpoint-list/exports.ts';
import { lendersEndpoints } from './endpoint-list/lenders.ts';
import { messagesEndpoints } from './endpoint-list/messages.ts';
import { portfolioEndpoints } from './endpoint-list/portfolio.ts';
import { practiceEndpoints } from './endpoint-list/practice.ts';
import { reportsEndpoints } from './endpoint-list/reports.ts';
import { reviewEndpoints } from './endpoint-list/review.ts';
import { usersEndpoints } from './endpoint-list/users.ts';
import { verificationsEndpoints } from './endpoint-list/verifications.ts';
import { viewsEndpoints } from './endpoint-list/views.ts';
import { visitsEndpoints } from './endpoint-list/visits.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** An endpoint that is missing here can't be mounted. An endpoint that is not mounted fails a test. */
const endpoints = {
  ...authEndpoints,
  ...usersEndpoints,
  ...applicantsEndpoints,
  ...bulkUploadEndpoints,
  ...verificationsEndpoints,
  ...visitsEndpoints,
  ...reviewEndpoints,
  ...callbacksEndpoints,
  ...disputesEndpoints,
  ...practiceEndpoints,
  ...calibrationEndpoints,
  ...evidenceEndpoints,
  ...agentsWorkEndpoints,
  ...messagesEndpoints,
  ...lendersEndpoints,
  ...boardEndpoints,
  ...viewsEndpoints,
  ...alertsEndpoints,
  ...agentsEndpoints,
  ...portfolioEndpoints,
  ...reportsEndpoints,
  ...exportsEndpoints,
  ...auditEndpoints,
};

export type EndpointName = keyof typeof endpoints;

export const endpointRows: readonly (readonly [EndpointName, EndpointRow])[] = Object.entries(
  endpoints,
) as [EndpointName, EndpointRow][];
