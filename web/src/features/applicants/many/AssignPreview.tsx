import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { formatNumber } from '../../../lib/format.ts';
import { countOf, sharesInWords, skippedInWords } from './many-words.ts';

interface AssignPreviewProps {
  preview: (ManyAssigned & { count?: number }) | undefined;
  /** The last one stands while another is on its way. */
  isOld: boolean;
}

/** Who would get how many, what they have open then, and what is left as it is. */
export function AssignPreview({ preview, isOld }: AssignPreviewProps) {
  const notes = preview ? notesOf(preview) : [];
  return (
    <>
      {/* Apart from the table, whose every new number would be read out again. */}
      <p role="status" className="sr-only">
        {preview &&
          [sharesInWords(preview.shares), ...notes.map(({ text }) => text)]
            .filter(Boolean)
            .join('. ')}
      </p>
      {preview ? (
        <div className={isOld ? 'opacity-55' : ''}>
          {preview.shares.some(({ agent_id }) => agent_id !== null) && (
            <Shares shares={preview.shares} />
          )}
          {notes.map(({ text, look }) => (
            <p key={text} className={`mt-2 ${look}`}>
              {text}.
            </p>
          ))}
        </div>
      ) : (
        <p className="min-h-8 text-muted">Choose the agents who visit.</p>
      )}
    </>
  );
}

/** What is to be known beside the numbers, and how it looks. */
function notesOf({ count, ...preview }: ManyAssigned & { count?: number }) {
  const { skipped, from = [] } = preview;
  const named = from.slice(0, 5).map((one) => `${one.agent_name} ${formatNumber(one.count)}`);
  if (from.length > 5) named.push(`${formatNumber(from.length - 5)} more`);
  const holders = named.join(', ');
  const left = formatNumber(skipped.length);
  return [
    count !== undefined && {
      text: `The number has changed: ${formatNumber(count)} ${count === 1 ? 'matches' : 'match'} now`,
      look: 'text-warning',
    },
    holders !== '' && { text: `Now with ${holders}`, look: '' },
    skipped.length > 0 && {
      text: `${left} ${skipped.length === 1 ? 'stays as it is' : 'stay as they are'}: ${skippedInWords(skipped, false)}`,
      look: 'text-sm text-muted',
    },
    countOf(preview) === 0 && { text: 'Nothing can be changed', look: '' },
  ].filter((note) => note !== false);
}

function Shares({ shares }: Pick<ManyAssigned, 'shares'>) {
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Who gets how many</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="text-start font-normal">
            Agent
          </th>
          <th scope="col" className="w-20 text-end font-normal">
            Open now
          </th>
          <th scope="col" className="w-16 text-end font-normal">
            Gets
          </th>
          <th scope="col" className="w-16 text-end font-normal">
            Then
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ agent_id, agent_name, open, ids }) => (
          <tr key={agent_id}>
            <td className="truncate border-t border-rule py-1">
              <bdi>{agent_name}</bdi>
            </td>
            <td className="border-t border-rule py-1 text-end text-muted">{formatNumber(open)}</td>
            <td className="border-t border-rule py-1 text-end font-bold">
              {formatNumber(ids.length)}
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
