import './Findings.css';
import './FindingMore.css';
import { dismissalReasonLabels, evidenceParts } from '@doorstep/contract/evidence/checks';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import type { LooseVerification } from '../verifications/loose-verification.ts';
import { FindingItem } from './FindingItem.tsx';
import type { FindingsState } from './use-findings.ts';

export interface FindingsProps {
  verification: LooseVerification;
  state: FindingsState;
  /** Enlarges a pair of photos in the photo area. Set only on the review desk and the practice desk. */
  onEnlarge?: (finding: Finding, pair: number) => void;
  /** Called to open the verification of another case. If absent, a link opens it in a new tab. */
  onOpen?: (verificationId: number) => void;
}

export function Findings(props: FindingsProps) {
  const { verification, state } = props;
  const { evidence, evidence_due: isDue = false } = verification;
  if (evidence === undefined) return null;
  const dismissed = evidence?.findings.filter((finding) => finding.dismissed) ?? [];
  return (
    <section className="findings" aria-label="Findings">
      <Checked verification={verification} state={state} />
      {state.standing.length > 0 && (
        <ul>
          {state.standing.map((finding) => (
            <FindingItem key={finding.check} finding={finding} {...props} />
          ))}
        </ul>
      )}
      {evidence && !isDue && state.standing.length > 0 && state.standing.every(isNote) && (
        <p className="finding-line checked">
          A finding of the level Note matters only together with another finding.
        </p>
      )}
      {dismissed.length > 0 && <Dismissed findings={dismissed} />}
    </section>
  );
}

const isNote = ({ level }: Finding) => level === 'note';

function Checked({ verification, state }: Pick<FindingsProps, 'verification' | 'state'>) {
  const {
    evidence,
    evidence_due: isDue = false,
    image_count = 0,
    photos_expected = 0,
  } = verification;
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (state.focus === 'end') line.current?.focus();
  }, [state.focus]);
  const says = (icon: ReactNode, word: string, words: string) => (
    <p ref={line} tabIndex={-1} role="status" className="finding-line">
      <span className="finding-word">
        {icon} {word}
      </span>
      <span>{words}</span>
    </p>
  );
  if (isDue) {
    const words = evidence ? 'The checks are running again.' : 'The checks are running.';
    return says(<LoaderCircle aria-hidden className="turning" />, 'Checking', words);
  }
  if (!evidence) {
    const isWhole = photos_expected <= image_count;
    return says(
      <CircleDashed aria-hidden />,
      'Not checked',
      isWhole
        ? 'This verification is older than the checks, or the checks failed. Ask the person who runs this server to run npm run recheck.'
        : 'Not checked yet. The checks start when all photos have arrived.',
    );
  }
  if (state.standing.length > 0) return null;
  const found = evidence.findings.length > 0 ? 'All findings are dismissed.' : 'Nothing found.';
  const checked = `Checked ${formatDateTime(evidence.checked_at)}.`;
  const { checked_parts: parts = evidenceParts } = evidence;
  const missing = evidenceParts.filter((part) => !parts.includes(part));
  if (missing.length > 0) {
    const words = `${found} Could not be checked: ${missing.join(', ')}. ${checked}`;
    const word = missing.length < evidenceParts.length ? 'Partly checked' : 'Not checked';
    return says(<CircleDashed aria-hidden />, word, words);
  }
  return (
    <div className="is-clear">
      {says(<CircleCheck aria-hidden />, 'Clear', `${found} ${checked}`)}
    </div>
  );
}

function Dismissed({ findings }: { findings: readonly Finding[] }) {
  return (
    <details className="finding-fold">
      <summary>{findings.length} dismissed</summary>
      <ul>
        {findings.map(({ check, sentence, dismissed }) => (
          <li key={check}>
            {sentence}
            {dismissed && (
              <span className="block">
                <b>{dismissalReasonLabels[dismissed.because]}</b> · <bdi>{dismissed.by}</bdi>,{' '}
                {formatDateTime(dismissed.at)}
                {dismissed.note && <span className="block">{dismissed.note}</span>}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
