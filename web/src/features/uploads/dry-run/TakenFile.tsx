import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { FailedRowsButton } from '../../../domain/uploads/FailedRowsButton.tsx';
import { UploadedLinks } from '../../../domain/uploads/UploadedLinks.tsx';
import UploadMatches from '../../../domain/uploads/UploadMatches.tsx';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import type { Taken } from './dry-run-queries.ts';

export function TakenFile({ id, taken }: { id: number; taken: Taken }) {
  const { message, summary } = taken;
  return (
    <div className="space-y-6">
      <Notice tone="positive">{message}</Notice>
      {summary.successful > 0 && (
        <div className="flex flex-wrap items-end gap-2">
          <UploadedLinks uploadId={id} count={summary.successful} />
          <Link to="/uploads" search={{ undo: String(id) }} className={buttonClass({ size: 'sm' })}>
            <Undo2 aria-hidden /> Undo
          </Link>
        </div>
      )}
      {summary.successful > 0 && <UploadMatches uploadId={id} />}
      {summary.failed > 0 && <FailedRowsButton uploadId={id} />}
    </div>
  );
}
