import { Section } from '../../ui/page/DescriptionList.tsx';
import { MatchList } from './MatchList.tsx';
import { useMatches } from './match-queries.ts';

export function MatchSection({ applicantId }: { applicantId: number | undefined }) {
  const matches = useMatches(applicantId);
  if (!matches || matches.length === 0) return null;
  return (
    <Section title={`Matching applications (${matches.length})`}>
      <MatchList matches={matches} />
    </Section>
  );
}
