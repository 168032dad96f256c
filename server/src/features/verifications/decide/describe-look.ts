import type { SecondLook } from '@doorstep/contract/review/second-looks';
import type { Verification } from '@doorstep/contract/verifications';
import { anotherReviewer } from '../../../domain/review/second-look-access.ts';
import type { SignedIn } from '../../../http/access/authentication.ts';
import type { readLook } from './second-look-store.ts';

type NamedLook = NonNullable<Awaited<ReturnType<typeof readLook>>>;

/**
 * Returns the parts of a second look that a reader may see. Until the two decisions agree or are settled, an
 * admin sees only their own decision, with two exceptions. A first decision that already counts is shown
 * unless the reader has claimed the second look. Two decisions that differ are shown to super admins.
 */
export function describeLook(look: NamedLook, reader: SignedIn): SecondLook {
  const { state, is_mine, first, second, settled } = look;
  const isOver = state === 'agreed' || state === 'settled';
  const seesAll = isOver || (state === 'differs' && reader.isSuperadmin);
  const sees = (decision: SecondLook['first']) => seesAll || decision?.by_id === reader.id;
  // A decision that already counts is no secret, unless the reader has claimed its second look.
  const isPublic = state === 'owed' && !look.delays && !look.is_blind;
  return {
    ...{ state, is_mine, first: isPublic || sees(first) ? first : null },
    ...{ second: sees(second) ? second : null, settled },
  };
}

/**
 * Whether the look is hidden from the reader. The first reviewer must not learn that a second look was drawn,
 * because they could then undo the decision.
 */
export const isSecret = ({ because, state, first }: NamedLook, reader: SignedIn) =>
  because === 'sample' && state === 'owed' && first?.by_id === reader.id;

/**
 * Returns a verification as undecided, for its second reviewer. Hides the names of colleagues who dismissed a
 * finding, requested a call-back or made its calls. Such a colleague is often the first reviewer.
 */
export function asUndecided(opened: Verification, reader: SignedIn): Verification {
  const { evidence, callback } = opened;
  const unnamed = <Name extends string | null>(by: Name) =>
    by === null || by === reader.name ? by : anotherReviewer;
  const findings = evidence?.findings.map((finding) => {
    const { dismissed } = finding;
    return dismissed
      ? { ...finding, dismissed: { ...dismissed, by: unnamed(dismissed.by) } }
      : finding;
  });
  const shown = {
    ...opened,
    ...(evidence && findings && { evidence: { ...evidence, findings } }),
    ...(callback && {
      callback: {
        ...{ ...callback, asked_by: unnamed(callback.asked_by) },
        calls: callback.calls.map((call) => ({ ...call, by: unnamed(call.by) })),
      },
    }),
  };
  // Leaves out the clock too, because a stopped clock would reveal a decision that already counts.
  return shown.admin_decision === 'pending' ? shown : withoutDecision(shown);
}

function withoutDecision({ clock: _, ...verification }: Verification): Verification {
  const { application_details: applicant } = verification;
  const isSubmitted = applicant?.status === 'submitted';
  return {
    ...verification,
    ...{ admin_decision: 'pending', admin_reviewed_details: null },
    application_details:
      applicant && (isSubmitted ? { ...applicant, status: 'visited' } : applicant),
  };
}
