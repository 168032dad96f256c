import { limits } from '@doorstep/contract/limits';
import { formatNumber } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';

export default function FilterNotice(props: {
  total: number | undefined;
  isMinimum: boolean | undefined;
}) {
  const { total, isMinimum } = props;
  return (
    <Notice tone="info">
      Filter Active: Showing only applicants with no assigned agent (
      {total === undefined ? '…' : formatNumber(total, isMinimum)} total, showing up to{' '}
      {limits.pageSize} per page)
    </Notice>
  );
}
