import { createHash } from 'node:crypto';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import type { Platform } from '../../platform/platform.ts';
import type { PrintedVerification } from '../../platform/reports.ts';
import type { Case, CasePhoto } from './report-store.ts';

/** The facts that a report prints in addition to its form. They are stored with each version, so that later changes don't alter it. */
export interface ReportFacts {
  agency: { name: string; address: string; logoSha256: string | null };
  decision: Case['admin_decision'];
  verification: PrintedVerification;
  photos: {
    id: string;
    /** Of the original as it was submitted, in hex. */
    sha256: string;
    width: number;
    height: number;
    takenAt: string | null;
    latitude: number | null;
    longitude: number | null;
    /** Its subject, where the agent's app said one: reports of photos without it stay what they were. */
    shows?: string;
  }[];
  timeZone: string;
  verifyAt: string | null;
  signedBy: string | null;
}

/** The facts of a report made at this moment. */
export function gatherFacts(
  { provider, logo, signer }: Platform,
  found: Case,
  photos: CasePhoto[],
): ReportFacts {
  return {
    agency: {
      name: provider.shortName,
      address: provider.agencyAddress,
      logoSha256: logo?.sha256 ?? null,
    },
    decision: found.admin_decision,
    verification: {
      id: found.id,
      applicationId: found.application_id,
      visitType: found.visit_type,
      portfolioName: found.portfolio_name,
      submittedAt: found.submitted_at,
      agentName: found.agent_name,
      latitude: found.latitude,
      longitude: found.longitude,
      ...outcomeOf(found),
      ...(provider.reportChecked &&
        found.checked_parts?.length && { checked: found.checked_parts }),
    },
    photos: photos.map(({ id, sha256, width, height, taken_at, latitude, longitude, shows }) => ({
      id,
      sha256: sha256.toString('hex'),
      width,
      height,
      takenAt: taken_at,
      latitude,
      longitude,
      ...(shows !== '' && { shows }),
    })),
    timeZone: provider.timeZone,
    verifyAt: provider.publicUrl === undefined ? null : `${provider.publicUrl}/verify`,
    signedBy: signer?.name ?? null,
  };
}

function outcomeOf({ outcome, tries }: Case): { outcome?: string } {
  return outcome && outcome !== 'met' ? { outcome: outcomeInWords(outcome, tries) } : {};
}

/** The content that distinguishes two reports of a verification, regardless of author and time. */
export function hashContent(
  template: string,
  form: Record<string, unknown>,
  facts: ReportFacts,
): Buffer {
  // The database gives a form back with its names in another order.
  const contents = JSON.stringify([template, Object.entries(form).sort(), facts]);
  return createHash('sha256').update(contents).digest();
}
