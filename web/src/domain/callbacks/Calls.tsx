import { type CallbackCall, callbackResultLabels } from '@doorstep/contract/callbacks';
import { formatDateTime } from '../../lib/format.ts';

export function Calls({ calls }: { calls: readonly CallbackCall[] }) {
  return (
    <ul className="space-y-1 text-sm" aria-label="Calls">
      {calls.map(({ at, by, result, note }) => (
        <li key={at}>
          <b className="font-semibold">{callbackResultLabels[result] ?? result}</b>
          {note && <>: {note}</>}
          <span className="text-muted">
            {' '}
            <bdi>{by}</bdi>, {formatDateTime(at)}
          </span>
        </li>
      ))}
    </ul>
  );
}
