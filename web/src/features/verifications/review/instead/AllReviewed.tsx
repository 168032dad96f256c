import './AllReviewed.css';
import type { ReviewDay } from '@doorstep/contract/review';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatTime, shortMoment } from '../case/photos/case-photos.ts';
import { Cap, KeyButton } from '../keys/KeyButton.tsx';
import { reviewDayQuery } from '../review-queries.ts';

const seconds = (value: number | null | undefined) =>
  typeof value === 'number' ? `${value} s` : '-';

/** Nothing waits: one's own day, and what is still on its way and why. */
export function AllReviewed({ onLeave }: { onLeave: () => void }) {
  const { data } = useQuery({ ...reviewDayQuery, staleTime: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="all-reviewed">
      <div>
        <span className="sign">
          <Check aria-hidden />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          All reviewed
        </h1>
        <p className="text-lg text-muted">
          Nothing waits for you. The next case opens here by itself.
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
      <h2>Still on their way</h2>
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
                  : `since ${shortMoment(one.at)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
