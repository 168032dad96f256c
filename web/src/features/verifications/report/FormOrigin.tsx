import type { SavedForm } from '@doorstep/contract/reports/versions';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';

/** Says what a report form was filled in with, and offers the other beginnings; nothing where there is but one. */
export function FormOrigin({
  saved,
  draftOf,
  isFromFacts,
  onStartOver,
  onFacts,
}: {
  saved: SavedForm | null;
  /** When the draft on the screen was kept, in milliseconds. */
  draftOf: number | undefined;
  /** The saved version was set aside. */
  isFromFacts: boolean;
  onStartOver: () => void;
  onFacts: () => void;
}) {
  if (!saved && draftOf === undefined) return null;
  return (
    <div className="mb-4">
      <Notice tone="info">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <div>
            {draftOf !== undefined && (
              <p>This is your draft of {formatDateTime(new Date(draftOf).toISOString())}.</p>
            )}
            {saved && (
              <p>
                {isFromFacts && 'Filled in from the facts of the visit, instead of '}
                {isFromFacts ? 'version' : 'Version'} {saved.version}, saved{' '}
                {formatDateTime(saved.saved_at)} by <bdi>{saved.saved_by}</bdi>
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {(draftOf !== undefined || isFromFacts) && (
              <Button size="sm" onClick={onStartOver}>
                {saved ? `Back to version ${saved.version}` : 'Start over'}
              </Button>
            )}
            {saved && !isFromFacts && (
              <Button size="sm" onClick={onFacts}>
                Start from the facts again
              </Button>
            )}
          </div>
        </div>
      </Notice>
    </div>
  );
}
