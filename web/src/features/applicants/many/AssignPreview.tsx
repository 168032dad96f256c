import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { reasonInWords } from '../../../domain/agents/proposal-words.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { countOf, sharesInWords, skippedInWords } from './assign-words.ts';
import { type Editable, mostOf } from './change-share.ts';

interface AssignPreviewProps {
  preview: Editable<ManyAssigned & { count?: number }> | undefined;
  /** The text while there is no preview. */
  waitingText: string;
  /** Whether a newer preview is loading. */
  isOld: boolean;
  /** Sets how many applicants the agent at the index `agent` of `shares` gets. Undefined if this is fixed. */
  onChange: ((agent: number, count: number) => void) | undefined;
}

export function AssignPreview({ preview, waitingText, isOld, onChange }: AssignPreviewProps) {
  const notes = preview ? notesOf(preview) : [];
  return (
    <>
      {/* Announces a summary. If the table were the live region, screen readers would announce
          every number that changes. */}
      <p role="status" className="sr-only">
        {preview &&
          [sharesInWords(preview.shares), ...notes.map(({ text }) => text)]
            .filter(Boolean)
            .join('. ')}
      </p>
      {preview ? (
        <div className={isOld ? 'opacity-55' : ''}>
          {preview.shares.some(({ agent_id }) => agent_id !== null) && (
            <Shares preview={preview} onChange={onChange} />
          )}
          {notes.map(({ text, look }) => (
            <p key={text} className={`mt-2 ${look}`}>
              {text}.
            </p>
          ))}
        </div>
      ) : (
        <p className="min-h-8 text-muted">{waitingText}</p>
      )}
    </>
  );
}

function notesOf({ count, ...preview }: Editable<ManyAssigned & { count?: number }>) {
  const { skipped, spare = [], from = [] } = preview;
  const named = from.slice(0, 5).map((one) => `${one.agent_name} ${formatNumber(one.count)}`);
  if (from.length > 5) named.push(`${formatNumber(from.length - 5)} more`);
  const holders = named.join(', ');
  const left = formatCount(skipped.length, 'applicant');
  return [
    count !== undefined && {
      text: `The number of applicants has changed: ${formatNumber(count)} ${count === 1 ? 'matches' : 'match'} now`,
      look: 'text-warning',
    },
    spare.length > 0 && {
      text: `You left out ${formatCount(spare.length, 'applicant')}`,
      look: 'text-warning',
    },
    holders !== '' && { text: `Current agents: ${holders}`, look: '' },
    skipped.length > 0 && {
      text: `${left} ${skipped.length === 1 ? 'stays' : 'stay'} unchanged: ${skippedInWords(skipped, false)}`,
      look: 'text-sm text-muted',
    },
    countOf(preview) === 0 && { text: 'No applicant would change', look: '' },
  ].filter((note) => note !== false);
}

function Shares({
  preview,
  onChange,
}: { preview: Editable } & Pick<AssignPreviewProps, 'onChange'>) {
  const { shares } = preview;
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Applicants per agent</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="text-start font-normal">
            Agent
          </th>
          <th scope="col" className="w-20 text-end font-normal">
            Open tasks
          </th>
          <th scope="col" className="w-16 text-end font-normal">
            New tasks
          </th>
          <th scope="col" className="w-16 text-end font-normal">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ agent_id, agent_name, open, ids, ...reason }, index) => (
          <tr key={agent_id}>
            <td className="border-t border-rule py-1">
              <bdi className="block truncate">{agent_name}</bdi>
              {reason.capacity !== undefined && (
                <span className="block text-sm text-muted">
                  {reasonInWords({ agent_id, agent_name, open, ids, ...reason })}
                </span>
              )}
            </td>
            <td className="border-t border-rule py-1 text-end text-muted">{formatNumber(open)}</td>
            <td className="border-t border-rule py-1 text-end font-bold">
              {onChange ? (
                <input
                  type="number"
                  aria-label={`Tasks for ${agent_name}`}
                  min={0}
                  max={mostOf(preview, index)}
                  value={ids.length}
                  onChange={({ target }) => onChange(index, target.valueAsNumber || 0)}
                  className="h-8 w-14 rounded-sm border border-edge/80 bg-panel px-1.5 text-end"
                />
              ) : (
                formatNumber(ids.length)
              )}
            </td>
            <td className="border-t border-rule py-1 text-end text-muted">
              {formatNumber(open + ids.length)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
