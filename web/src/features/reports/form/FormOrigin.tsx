import type { SavedForm } from '@doorstep/contract/reports/versions';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import type { StartingPoint } from './use-starting-values.ts';

export function FormOrigin({
  saved,
  earlier,
  draftOf,
  beginning,
  onStart,
  onPutBack,
}: {
  saved: SavedForm | null;
  /** The form saved last for an earlier visit. Null if there is none, or if `saved` is not null. */
  earlier: SavedForm | null;
  /** The time when the shown draft was saved, in milliseconds since 1970. */
  draftOf: number | undefined;
  beginning: StartingPoint;
  onStart: (from: StartingPoint) => void;
  /** Restores what the user had typed before choosing other starting values. Undefined if that is nothing. */
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
                {beginning === 'facts' && 'The facts of the visit are filled in, instead of '}
                {beginning === 'facts' ? 'version' : 'Version'} <SavedBy form={saved} />
              </p>
            )}
            {earlier && (
              <p>
                {beginning === 'earlier'
                  ? 'The latest visit’s answers are filled in. The other fields are from version '
                  : 'Version '}
                <SavedBy form={earlier} />
                {beginning !== 'earlier' &&
                  ', is older than the latest visit. The answers of the visit are used.'}
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
                Start again from the visit’s facts
              </Button>
            )}
            {earlier && beginning !== 'earlier' && (
              <Button size="sm" onClick={() => onStart('earlier')}>
                Use other values of version {earlier.version}
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
