import type { Kysely } from 'kysely';
import { type Actor, recordAudit, recordAudits } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { nameOfUser } from '../../../domain/user-name.ts';
import { conflict, notFound } from '../../../problems.ts';
import {
  type Dismissal,
  listPlaceFindings,
  lockApplicantOf,
  lockFinding,
  lockVerificationsOf,
  setDismissed,
  setPinCode,
} from './dismissal-store.ts';

/** Dismisses what a check found; again by the same admin for the same reason is no change. */
export function dismiss(
  db: Kysely<Database>,
  actor: Actor,
  { id, check }: { id: number; check: string },
  dismissal: Dismissal,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const finding = await lockFinding(trx, id, check);
    if (!finding) throw notFound('Finding');
    const { check_id, level, version, dismissed_by, dismissed_because } = finding;
    if (dismissed_by === dismissal.adminId && dismissed_because === dismissal.because) return;
    if (dismissed_by !== null && dismissed_by !== dismissal.adminId) {
      const dismisser = await nameOfUser(trx, dismissed_by);
      throw conflict(`${dismisser} already dismissed this.`, 'already_dismissed');
    }
    await setDismissed(trx, id, check_id, dismissal);
    await recordAudit(trx, actor, {
      action: 'dismiss_finding',
      subject: 'verification',
      subjectId: id,
      // The note stays in its row: in the audit it would outlive it.
      after: { check: check_id, version, level, because: dismissal.because },
    });
  });
}

interface Correction {
  /** The verification from which it is corrected. */
  id: number;
  adminId: number;
  pinCode: string;
  insteadOf: string;
}

/** Sets right the pin code of a verification's applicant; answers the message for the admin. */
export function correctPinCodeOf(
  db: Kysely<Database>,
  actor: Actor,
  { id, adminId, pinCode, insteadOf }: Correction,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const applicant = await lockApplicantOf(trx, id);
    if (!applicant) throw notFound('Verification');
    const { id: applicantId, applicant_name, pin_code, anonymised_at } = applicant;
    if (anonymised_at) {
      throw conflict('This case was closed and its personal data deleted.', 'anonymised');
    }
    const corrected = `The pin code of ${applicant_name} is ${pinCode}.`;
    if (pin_code === pinCode) return corrected;
    if (pin_code !== insteadOf) {
      throw conflict(`The pin code of ${applicant_name} was changed to ${pin_code}.`, 'outdated');
    }
    await lockVerificationsOf(trx, applicantId);
    const dismissed = await listPlaceFindings(trx, applicantId);
    const dismissal = { adminId, because: 'pin_code_wrong' as const, note: '' };
    for (const finding of dismissed) {
      await setDismissed(trx, finding.id, finding.check, dismissal);
    }
    await setPinCode(trx, applicantId, pinCode);
    await recordAudits(trx, actor, [
      {
        action: 'correct_pin_code',
        subject: 'applicant',
        subjectId: applicantId,
        before: { pin_code },
        after: { pin_code: pinCode },
      },
      ...dismissed.map((finding) => ({
        action: 'dismiss_finding',
        subject: 'verification' as const,
        subjectId: finding.id,
        after: { check: finding.check, because: dismissal.because },
      })),
    ]);
    return corrected;
  });
}
