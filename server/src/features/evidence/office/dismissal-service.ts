import type { Finding } from '@doorstep/contract/evidence/findings';
import { evidenceLevelLabels } from '@doorstep/contract/evidence/levels';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit, recordAudits } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { lockApplicantOf } from '../../../domain/applicant-of-verification.ts';
import { recalculate } from '../../../domain/clock/turnarounds.ts';
import { anotherReviewer } from '../../../domain/review/second-look-access.ts';
import { nameOfUser } from '../../../domain/users/user-name.ts';
import { conflict, orNotFound } from '../../../problems.ts';
import {
  type Dismissal,
  listPlaceFindings,
  lockFinding,
  lockVerificationsOf,
  setDismissed,
  setPinCode,
} from './dismissal-store.ts';

type Seen = Pick<Finding, 'level' | 'sentence'>;

export function dismiss(
  db: Kysely<Database>,
  actor: Actor,
  { id, check }: { id: number; check: string },
  { seen, ...dismissal }: Dismissal & { seen?: Seen | undefined },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const finding = orNotFound(await lockFinding(trx, id, check, dismissal.adminId), 'Finding');
    const { check_id, level, sentence, version, dismissed_by, is_blind } = finding;
    const isOwn = dismissed_by === dismissal.adminId;
    if (isOwn && areSame(finding, dismissal)) return;
    if (dismissed_by !== null && !isOwn) {
      const dismisser = is_blind ? anotherReviewer : await nameOfUser(trx, dismissed_by);
      throw conflict(`${dismisser} already dismissed this finding.`, 'already_dismissed');
    }
    if (seen && (seen.level !== level || seen.sentence !== sentence)) {
      throw conflict(
        `The finding has changed. It is now: “${sentence}” (${evidenceLevelLabels[level]}). Dismiss it again if it is still irrelevant.`,
        'outdated',
      );
    }
    await setDismissed(trx, id, check_id, dismissal);
    await recordAudit(trx, actor, 'verification.dismiss_finding', id, {
      // The audit gets no note, because a copy of the note would stay after the finding is deleted.
      after: { check: check_id, version, level, because: dismissal.because },
    });
  });
}

const areSame = (
  { dismissed_because, dismissal_note }: NonNullable<Awaited<ReturnType<typeof lockFinding>>>,
  { because, note }: Dismissal,
) => dismissed_because === because && dismissal_note === note;

interface Correction {
  id: number;
  adminId: number;
  pinCode: string;
  insteadOf: string;
  timeZone: string;
}

/**
 * Corrects the pin code of a verification's applicant, and dismisses the open findings that depend on the
 * pin code. Returns a message for the admin.
 */
export function correctPinCodeOf(
  db: Kysely<Database>,
  actor: Actor,
  { id, adminId, pinCode, insteadOf, timeZone }: Correction,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const applicant = await lockApplicantOf(trx, id, 'forUpdate');
    const { id: applicantId, applicant_name, pin_code } = applicant;
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
    const moved = await recalculate(trx, applicantId, timeZone);
    await recordAudits(trx, actor, [
      {
        event: 'applicant.correct_pin_code',
        subjectId: applicantId,
        before: { pin_code, ...moved?.before },
        after: { pin_code: pinCode, ...moved?.after },
      },
      ...dismissed.map((finding) => ({
        event: 'verification.dismiss_finding' as const,
        subjectId: finding.id,
        after: { check: finding.check, because: dismissal.because },
      })),
    ]);
    return corrected;
  });
}
