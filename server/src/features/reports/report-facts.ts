import { hash } from 'node:crypto';
import { personMet } from '@doorstep/contract/reports/visit-fields';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import type { ReportedTimes } from '../../domain/clock/reported-times.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PrintedVerification, ReportSignature } from '../../platform/reports.ts';
import type { ReportedVerification, VerificationPhoto } from './report-store.ts';

/**
 * The facts that a report prints in addition to its form. Each version stores its facts, so that later
 * changes don't alter the version.
 */
export interface ReportFacts {
  agency: { name: string; address: string; logoSha256: string | null };
  decision: ReportedVerification['admin_decision'];
  verification: PrintedVerification;
  photos: {
    id: string;
    /** The SHA-256 of the submitted original, in hex. */
    sha256: string;
    width: number;
    height: number;
    takenAt: string | null;
    latitude: number | null;
    longitude: number | null;
    /** The photo's subject, if the agent's app recorded the subject. */
    shows?: string;
  }[];
  /**
   * Present only if the person met signed or declined. Otherwise absent, because a null would change the hash
   * of older reports.
   */
  signature?: Omit<ReportSignature, 'jpeg'> & { pictureId: string | null };
  /** Present if the lender wants the times printed. */
  times?: ReportedTimes;
  timeZone: string;
  verifyAt: string | null;
  signedBy: string | null;
  /** The id of the lender's layout. Absent for the standard layout. The content of a layout never changes. */
  layoutId?: number;
}

export function gatherFacts(
  { provider, logo, signer }: Platform,
  found: ReportedVerification,
  photos: VerificationPhoto[],
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
      ...(found.reviewed_by_two && { reviewedByTwo: true }),
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
    ...signatureOf(found),
    ...(found.times && { times: found.times }),
    timeZone: provider.timeZone,
    verifyAt: provider.publicUrl === undefined ? null : `${provider.publicUrl}/verify`,
    signedBy: signer?.name ?? null,
    ...(found.layout_id !== null && { layoutId: found.layout_id }),
  };
}

function outcomeOf({ outcome, tries }: ReportedVerification): { outcome?: string } {
  return outcome && outcome !== 'met' ? { outcome: outcomeInWords(outcome, tries) } : {};
}

function signatureOf({
  signature_answer: found,
  facts,
  earlier_answers,
}: ReportedVerification): Pick<ReportFacts, 'signature'> {
  if (!found || found.answer === 'not_asked') return {};
  const { answer, at, words, picture_id: pictureId } = found;
  const by = personMet(facts, earlier_answers);
  return { signature: { answer, by, at, words, pictureId } };
}

/** Returns the hash of a version without its author and time, so that equal contents have equal hashes. */
export function hashContent(
  template: string,
  form: Record<string, unknown>,
  facts: ReportFacts,
): Buffer {
  // Sorts the fields, because the database returns them in another order.
  const contents = JSON.stringify([template, Object.entries(form).sort(), facts]);
  return hash('sha256', contents, 'buffer');
}
