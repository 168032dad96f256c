import { summaryDays } from '@doorstep/contract/portfolio';

/** Days as `YYYY-MM-DD`, both included; either may still be missing. */
export interface DateRange {
  start?: string;
  end?: string;
}

export type WholeRange = Required<DateRange>;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

/** The ranges one asks for most; the last seven days, today among them, is where the page starts. */
export function quickRanges(today: string) {
  return {
    today: { start: today, end: today },
    week: { start: daysBefore(today, summaryDays - 1), end: today },
    month: { start: `${today.slice(0, 8)}01`, end: today },
  } satisfies Record<string, WholeRange>;
}

export type QuickRange = keyof ReturnType<typeof quickRanges>;

/** What speaks against a range, by date. Empty when it can be asked for. */
export function problemsOf({ start, end }: DateRange): { start?: string; end?: string } {
  return {
    ...(!start && { start: 'Start Date is required' }),
    ...(!end && { end: 'End Date is required' }),
    ...(start && end && start > end && { start: 'Start Date cannot be after End Date' }),
  };
}

/** The range, if both dates are there and in order: only then is anything fetched. */
export function wholeRange({ start, end }: DateRange): WholeRange | undefined {
  return start && end && start <= end ? { start, end } : undefined;
}

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'Mar 1 – 5, 2026': the range in words, so that no one takes a month for a day. */
export function formatRange({ start, end }: WholeRange): string {
  return format.formatRange(new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`));
}
