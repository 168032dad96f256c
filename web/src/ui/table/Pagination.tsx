import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageItems } from './page-numbers.ts';

export interface PaginationProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  label: string;
}

const number = new Intl.NumberFormat('en-US');

export function Pagination({ page, pageSize, total, onPage, label }: PaginationProps) {
  if (total === 0) return null;
  const pageCount = Math.ceil(total / pageSize);
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="text-sm text-muted">
        <bdi>
          {number.format(Math.min(from, total))}–{number.format(to)}
        </bdi>{' '}
        of <bdi>{number.format(total)}</bdi>
      </p>
      <nav aria-label={`${label} pages`} className="flex items-center gap-1">
        <PageButton
          label="Previous page"
          isDisabled={page <= 1}
          onClick={() => onPage(Math.min(page - 1, pageCount))}
        >
          <ChevronLeft aria-hidden className="size-4" />
        </PageButton>
        {pageItems(page, pageCount).map((item) =>
          typeof item === 'number' ? (
            <PageButton
              key={item}
              label={`Page ${item}`}
              isCurrent={item === page}
              onClick={() => onPage(item)}
            >
              {number.format(item)}
            </PageButton>
          ) : (
            <span key={item} aria-hidden className="w-4 text-center text-muted">
              …
            </span>
          ),
        )}
        <PageButton
          label="Next page"
          isDisabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden className="size-4" />
        </PageButton>
      </nav>
    </div>
  );
}

function PageButton({
  label,
  isCurrent = false,
  isDisabled = false,
  onClick,
  children,
}: {
  label: string;
  isCurrent?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      // A disabled button would lose the focus, for example when Next has opened the last page.
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled || isCurrent ? undefined : onClick}
      className={`grid h-7 min-w-7 place-items-center rounded-md px-1.5 text-sm font-semibold aria-disabled:cursor-not-allowed aria-disabled:opacity-35 ${isCurrent ? 'bg-accent text-on-accent' : 'text-ink not-aria-disabled:hover:bg-hover'}`}
    >
      {children}
    </button>
  );
}
