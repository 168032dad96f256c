import { X } from 'lucide-react';
import { useState } from 'react';
import { isFull } from '../../lib/db/database.ts';
import { useLateMessages } from '../../lib/messages/conversation.ts';
import { dismissNotice, type Notice, useNotices } from '../../lib/tasks/notices.ts';
import { Button } from '../../ui/Button.tsx';
import { type Translation, useWords } from '../../words/use-words.ts';
import { NotSaved } from '../NotSaved.tsx';
import { momentInWords } from '../time-left.ts';
import { useNow } from '../use-now.ts';

export function Notices() {
  const say = useWords();
  const now = useNow();
  const notices = useNotices() ?? [];
  const late = useLateMessages();
  const [problem, setProblem] = useState<'full' | 'failed'>();
  const dismiss = async (applicantId: number) => {
    try {
      await dismissNotice(applicantId);
      setProblem(undefined);
    } catch (error) {
      setProblem(isFull(error) ? 'full' : 'failed');
      reportError(error);
    }
  };
  if (notices.length === 0) return null;
  return (
    <section aria-label={say('today.gone')} className="grid gap-2 px-3 pt-3">
      {notices.map((notice) => (
        <div
          key={notice.applicant_id}
          role="status"
          className="flex items-center gap-2 rounded-lg bg-sunken ps-3"
        >
          <p className="min-w-0 flex-1 py-2 text-sm wrap-anywhere">
            {wordsOf(notice, now, say)}
            {late?.has(notice.applicant_id) && ` ${say('today.gone.message')}`}
          </p>
          <Button
            kind="icon"
            aria-label={say('close')}
            onClick={() => void dismiss(notice.applicant_id)}
          >
            <X aria-hidden className="icon-small" />
          </Button>
        </div>
      ))}
      {problem && <NotSaved problem={problem} />}
    </section>
  );
}

function wordsOf({ because, by, at, name }: Notice, now: Date, say: Translation): string {
  const values = {
    name: name || say('today.gone.nobody'),
    by: by ?? '',
    time: at ? momentInWords(at, now, say) : '',
  };
  if (because === 'reassigned' && by === null) return say('today.gone.reassignedNobody', values);
  return say(`today.gone.${because}`, values);
}
