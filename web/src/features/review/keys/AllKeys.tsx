import { reviewTimes } from '@doorstep/contract/review';
import { Link } from '@tanstack/react-router';
import { KeyCap } from '../../../ui/button/KeyCap.tsx';
import { Modal, ModalBody } from '../../../ui/dialog/Modal.tsx';

const keys: readonly [caps: string[], what: string][] = [
  [['P'], 'Positive, next case'],
  [['N'], 'Negative, next case'],
  [['B'], 'Send back'],
  [['C'], 'Call back the person met'],
  [['L'], 'Ask for a second look'],
  [['S'], `Skip for ${reviewTimes.skipMinutes} minutes`],
  [['Z', 'Ctrl Z'], `Undo the last action, for ${reviewTimes.undoDecisionSeconds} s`],
  [['T'], 'Retry unsaved decisions'],
  [['Enter'], 'Next case, send, dismiss'],
  [['1', '9'], 'Photo with this number'],
  [['←', '→'], 'Previous, next photo'],
  [['Space'], 'Zoom'],
  [['+', '−'], 'Larger, smaller'],
  [['R'], 'Rotate the view'],
  [['M'], 'Enlarge the place'],
  [['F'], 'Next finding'],
  [['D'], 'Dismiss the open finding'],
  [['E'], 'Report form'],
  [['?'], 'All keys'],
  [['Esc'], 'Close, leave'],
];

export function AllKeys({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="All keys" size="md" onClose={onClose}>
      <ModalBody>
        <dl
          // Makes the scrolling list focusable, so that keys can scroll the list.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="grid grid-cols-1 gap-x-8 sm:grid-cols-2"
        >
          {keys.map(([caps, what]) => (
            <div key={what} className="flex min-h-8 items-center gap-3">
              <dt className="flex w-24 shrink-0 gap-1">
                {caps.map((cap) => (
                  <KeyCap key={cap}>{cap}</KeyCap>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3">
          <Link to="/review/practice" className="text-accent underline underline-offset-2">
            Practice with ten made-up cases
          </Link>
        </p>
        <p className="mt-3 border-t border-rule pt-3 text-sm text-muted">
          Shortcuts are off while you type and while a dialog is open. You can turn them off in your
          profile menu.
        </p>
      </ModalBody>
    </Modal>
  );
}
