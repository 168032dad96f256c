import { verifyAudit } from '@doorstep/contract/audit';
import type * as z from 'zod/mini';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';

/**
 * Verifies the audit's hash chain. After a timeout, asks again: the server then waits for the check that is
 * still running instead of starting another.
 */
export async function checkChain(attempts = 30): Promise<z.output<typeof verifyAudit.response>> {
  try {
    return await call(verifyAudit);
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'timeout') || attempts <= 1) throw error;
    return checkChain(attempts - 1);
  }
}
type Checked = Awaited<ReturnType<typeof checkChain>>;

const faults: Record<NonNullable<Checked['broken']>['fault'], string> = {
  altered: 'a row or its link was changed',
  removed: 'a row was removed',
  gap: 'a link was removed',
  unchained: 'a row has no link',
  not_as_noted: 'the end of the chain was cut off or rewritten',
};

export const countRows = (count: number) => (count === 1 ? '1 row' : `${formatNumber(count)} rows`);

export function ChainState({ checked }: { checked: Checked }) {
  const { broken, count, head, checked_at, late } = checked;
  const when = `checked ${formatDateTime(checked_at)}`;
  if (broken) {
    const place = [
      broken.seq !== null && `place ${formatNumber(broken.seq)}`,
      broken.audit_id !== null && `row ${broken.audit_id}`,
    ].filter(Boolean);
    return (
      <Notice tone="negative">
        <strong>The hash chain is broken</strong> at {place.join(', ')}: {faults[broken.fault]}.{' '}
        {countRows(count)} before this place {count === 1 ? 'is' : 'are'} in order, {when}.{' '}
        Immediately tell the person who runs this server.
      </Notice>
    );
  }
  return (
    <Notice
      tone="positive"
      action={
        head && (
          <CopyButton text={`${head.seq}:${head.hash}`} label="Copy the last link of the chain" />
        )
      }
    >
      <strong>The hash chain is unbroken</strong>: {countRows(count)}, {when}.
      {late > 0 &&
        ` ${countRows(late)} should be in the chain by now, but ${late === 1 ? 'is' : 'are'} not. Tell the person who runs this server.`}
    </Notice>
  );
}
