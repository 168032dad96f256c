import { MatchList } from '../../../../domain/matches/MatchList.tsx';
import { useMatches } from '../../../../domain/matches/match-queries.ts';

export function CaseMatches({ applicantId }: { applicantId: number | undefined }) {
  const matches = useMatches(applicantId);
  if (!matches || matches.length === 0) return null;
  return (
    <div className="field">
      <dt>Matches</dt>
      <dd>
        <MatchList matches={matches} />
      </dd>
    </div>
  );
}
