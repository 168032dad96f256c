import type { SavedForm } from '@doorstep/contract/reports/versions';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import type { Beginning } from './use-beginnings.ts';

/** Says what a report form was filled in with, and offers the other beginnings; nothing where there is but one. */
export function FormOrigin({
  saved,
  earlier,
  draftOf,
  beginning,
  onStart,
  onPutBack,
}: {
  saved: SavedForm | null;
  /** Saved before the visit that the form is about. */
  earlier: SavedForm | null;
  /** When the draft on the screen was kept, in milliseconds. */
  draftOf: number | undefined;
  beginning: Beginning;
  onStart: (from: Beginning) => void;
  /** Gives back what was typed before another beginning took its place. */
  onPutBack: (() => void) | undefined;
}) {
  if (!saved && !earlier && draftOf === undefined && !onPutBack) return null;
  const isOther = draftOf !== undefined || beginning !== 'opened';
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
                {beginning === 'facts' && 'Filled in from the facts of the visit, instead of '}
                {beginning === 'facts' ? 'version' : 'Version'} <SavedBy form={saved} />
              </p>
            )}
            {earlier && (
              <p>
                {beginning === 'earlier'
                  ? 'Filled in from the latest visit, the rest from version '
                  : 'Version '}
                <SavedBy form={earlier} />
                {beginning !== 'earlier' &&
                  ', was saved before the latest visit. The answers of the visit are used.'}
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {onPutBack && (
              <Button size="sm" onClick={onPutBack}>
                Restore what was typed
              </Button>
            )}
            {isOther && (
              <Button size="sm" onClick={() => onStart('opened')}>
                {saved ? `Back to version ${saved.version}` : 'Start over'}
              </Button>
            )}
            {saved && beginning !== 'facts' && (
              <Button size="sm" onClick={() => onStart('facts')}>
                Start from the facts again
              </Button>
            )}
            {earlier && beginning !== 'earlier' && (
              <Button size="sm" onClick={() => onStart('earlier')}>
                Take its other values
              </Button>
            )}
          </div>
        </div>
      </Notice>
    </div>
  );
}

function SavedBy({ form }: { form: SavedForm }) {
  return (
    <>
      {form.version}, saved {formatDateTime(form.saved_at)} by <bdi>{form.saved_by}</bdi>
    </>
  );
}
