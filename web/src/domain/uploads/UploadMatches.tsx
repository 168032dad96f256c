import { uploadMatches } from '@doorstep/contract/bulk-upload/uploads';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { MatchList } from '../matches/MatchList.tsx';

export default function UploadMatches({ uploadId }: { uploadId: number }) {
  const { data } = useQuery({
    queryKey: ['uploads', 'matches', uploadId],
    queryFn: ({ signal }) => call(uploadMatches, { params: { id: String(uploadId) }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'comparing' ? 1_000 : false),
  });
  if (data?.state === 'comparing') {
    return (
      <p role="status" className="text-muted">
        Comparing with earlier applications...
      </p>
    );
  }
  if (!data?.count) return null;
  const { count, results } = data;
  const rest = count - results.length;
  return (
    <Section title={`Matches (${formatNumber(count)})`}>
      <p className="mb-2 text-sm text-muted">
        {count === 1 ? 'This applicant was' : 'These applicants were'} stored. Earlier applications
        have the same mobile number, the same address, or the same name and pin code.
      </p>
      <section
        aria-label="Applicants with matches"
        // Focusable, so that keyboard users can scroll the region.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-lg border border-rule"
      >
        <dl>
          {results.map(({ id, application_id, applicant_name, matches }) => (
            <div key={id} className="border-b border-rule px-3 py-1.5 last:border-b-0">
              <dt className="wrap-anywhere">
                <bdi>
                  {application_id}, {applicant_name}
                </bdi>
              </dt>
              <dd className="ps-4">
                <MatchList matches={matches} />
              </dd>
            </div>
          ))}
        </dl>
        {rest > 0 && <p className="px-3 py-2 text-muted">{formatNumber(rest)} more</p>}
      </section>
    </Section>
  );
}
