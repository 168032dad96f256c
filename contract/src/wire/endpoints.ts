import type { EndpointRow } from './endpoint-row.ts';
import { agentsWorkEndpoints } from './endpoints/agents-work.ts';
import { applicantsEndpoints } from './endpoints/applicants.ts';
import { auditEndpoints } from './endpoints/audit.ts';
import { authEndpoints } from './endpoints/auth.ts';
import { bulkUploadEndpoints } from './endpoints/bulk-upload.ts';
import { evidenceEndpoints } from './endpoints/evidence.ts';
import { lendersEndpoints } from './endpoints/lenders.ts';
import { portfolioEndpoints } from './endpoints/portfolio.ts';
import { reportsEndpoints } from './endpoints/reports.ts';
import { reviewEndpoints } from './endpoints/review.ts';
import { usersEndpoints } from './endpoints/users.ts';
import { verificationsEndpoints } from './endpoints/verifications.ts';
import { visitsEndpoints } from './endpoints/visits.ts';

/** Every endpoint of the wire. One that is missing here can't be mounted; one that is not mounted fails a test. */
const endpoints = {
  ...authEndpoints,
  ...usersEndpoints,
  ...applicantsEndpoints,
  ...bulkUploadEndpoints,
  ...verificationsEndpoints,
  ...visitsEndpoints,
  ...reviewEndpoints,
  ...evidenceEndpoints,
  ...agentsWorkEndpoints,
  ...lendersEndpoints,
  ...portfolioEndpoints,
  ...reportsEndpoints,
  ...auditEndpoints,
};

export type EndpointName = keyof typeof endpoints;

/** The same rows, where each one's own type doesn't matter. */
export const endpointRows: readonly (readonly [EndpointName, EndpointRow])[] = Object.entries(
  endpoints,
) as [EndpointName, EndpointRow][];
