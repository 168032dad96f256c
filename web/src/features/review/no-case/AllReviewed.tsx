import './AllReviewed.css';
import type { ReviewDay } from '@doorstep/contract/review';
import { useQuery } from '@tanstack/react-query';
import { Check, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';
import { formatTime } from '../../../domain/photos/case-photos.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { reviewDayQuery } from '../review-queries.ts';

const seconds = (value: number | null | undefined) =>
  typeof value === 'number' ? `${value} s` : '-';

interface AllReviewedProps {
  /**
   * The number of waiting cases that this reviewer doesn't get, because colleagues have these cases or the
   * reviewer skipped them.
   */
  waiting: number;
  onLeave: () => void;
}

export function AllReviewed({ waiting, onLeave }: AllReviewedProps) {
  const { data } = useQuery({ ...reviewDayQuery, staleTime: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="all-reviewed">
      <div>
        <span className={`sign ${waiting === 0 ? '' : 'is-waiting'}`}>
          {waiting === 0 ? <Check aria-hidden /> : <Hourglass aria-hidden />}
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {waiting === 0 ? 'All reviewed' : 'No case for you now'}
        </h1>
        <p className="text-lg text-muted">
          {waiting === 0
            ? 'No cases are waiting for review.'
            : `${formatNumber(waiting)} ${waiting === 1 ? 'case is' : 'cases are'} waiting: a colleague has them, or you skipped them.`}{' '}
          The next case opens here automatically.
        </p>
        <dl className="sums">
          <Sum label="Decided today" value={data?.decided ?? '-'} />
          <Sum label="Sent back" value={data?.sent_back ?? '-'} />
          <Sum label="Your median" value={seconds(data?.median_seconds)} />
          <Sum label="Team’s median" value={seconds(data?.team_median_seconds)} />
        </dl>
        {data && data.elsewhere.length > 0 && <Elsewhere cases={data.elsewhere} />}
        <KeyButton
          className="primary mt-6"
          cap={<Cap>Esc</Cap>}
          shortcut="Escape"
          onPress={onLeave}
        >
          Back to Verification
        </KeyButton>
      </div>
    </div>
  );
}

function Sum({ label, value }: { label: string; value: string | number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type Case = ReviewDay['elsewhere'][number];

function why({ why: reason, image_count, photos_expected, colleague }: Case): string {
  if (reason === 'photos') return `${image_count} of ${photos_expected} photos so far`;
  return reason === 'skipped' ? 'Skipped by you' : `With ${colleague}`;
}

function Elsewhere({ cases }: { cases: readonly Case[] }) {
  return (
    <>
      <h2>Not available to you now</h2>
      <table className="elsewhere">
        <tbody>
          {cases.map((one) => (
            <tr key={`${one.why} ${one.verification_id}`}>
              <th scope="row">
                <bdi>{one.applicant}</bdi>
              </th>
              <td>{why(one)}</td>
              <td className="text-end text-muted">
                {one.why === 'skipped'
                  ? `back at ${formatTime(one.at)}`
                  : `since ${formatDateTime(one.at)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
