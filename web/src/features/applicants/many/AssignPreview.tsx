import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { formatNumber } from '../../../lib/format.ts';
import { countOf, skippedInWords } from './many-words.ts';

interface AssignPreviewProps {
  preview: (ManyAssigned & { count?: number }) | undefined;
  /** The last one stands while another is on its way. */
  isOld: boolean;
}

/** Who would get how many, what they have open then, and what is left as it is. */
export function AssignPreview({ preview, isOld }: AssignPreviewProps) {
  if (!preview) return <p className="min-h-8 text-muted">Choose who is to visit.</p>;
  const { shares, skipped, count } = preview;
  return (
    <div role="status" className={isOld ? 'opacity-55' : ''}>
      <table className="w-full">
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
              <td className="border-t border-rule py-1 text-end text-muted">
                {formatNumber(open)}
              </td>
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
      {count !== undefined && (
        <p className="mt-2 text-warning">
          The number changed meanwhile: {formatNumber(count)} match now.
        </p>
      )}
      {skipped.length > 0 && (
        <p className="mt-2 text-sm text-muted">
          {formatNumber(skipped.length)} stay as they are: {skippedInWords(skipped, false)}.
        </p>
      )}
      {countOf(preview) === 0 && <p className="mt-2">None of them can be assigned.</p>}
    </div>
  );
}
