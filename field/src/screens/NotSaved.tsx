import { Notice } from '../ui/Notice.tsx';
import { useWords } from '../words/use-words.ts';

export function NotSaved({ problem }: { problem: 'full' | 'failed' }) {
  const say = useWords();
  return problem === 'full' ? (
    <Notice kind="danger" title={say('visit.notKept')} isNews>
      {say('visit.notKeptHint')}
    </Notice>
  ) : (
    <Notice kind="danger" title={say('visit.keepFailed')} isNews>
      {say('visit.keepFailedHint')}
    </Notice>
  );
}
