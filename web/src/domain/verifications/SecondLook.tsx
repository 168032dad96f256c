import type { SecondLook, SecondLookState } from '@doorstep/contract/review/second-looks';
import { Users } from 'lucide-react';
import { formatDateTime } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';
import type { LooseVerification } from './loose-verification.ts';
import { DecisionBadge } from './VerificationBadges.tsx';

const states: Record<SecondLookState, string> = {
  owed: 'Waits for a second reviewer',
  agreed: 'Both reviewers agree',
  differs: 'Reviewers differ: a super admin decides',
  settled: 'Settled by a super admin',
};

export function SecondLookBadge({ state }: { state: SecondLookState | null | undefined }) {
  if (state !== 'owed' && state !== 'differs') return null;
  return (
    <StatusBadge tone="info" icon={Users}>
      {state === 'owed' ? 'Second look' : 'Reviewers differ'}
    </StatusBadge>
  );
}

type Look = NonNullable<SecondLook['first']>;

export function LookList({ looked }: { looked: SecondLook }) {
  const looks = [
    ['First reviewer', looked.first],
    ['Second reviewer', looked.second],
    ['Super admin', looked.settled],
  ] as const;
  return (
    <DescriptionList
      items={looks.flatMap(([label, look]) =>
        look ? [{ label, value: <OneLook look={look} /> }] : [],
      )}
    />
  );
}

function OneLook({ look: { by, at, decision, notes } }: { look: Look }) {
  return (
    <>
      <DecisionBadge decision={decision} /> <bdi>{by}</bdi>, {formatDateTime(at)}
      {notes && <p className="wrap-anywhere">{notes}</p>}
    </>
  );
}

export function SecondLookSection({
  of: { looked_at: looked, admin_reviewed_details: counting },
}: {
  of: Pick<LooseVerification, 'looked_at' | 'admin_reviewed_details'>;
}) {
  if (!looked) return null;
  const isOpen = looked.state === 'owed' || looked.state === 'differs';
  return (
    <Section title="Second Look">
      <p className="mb-2">
        {states[looked.state]}.{isOpen && counting && ' Meanwhile the decision counts.'}
      </p>
      <LookList looked={looked} />
    </Section>
  );
}
